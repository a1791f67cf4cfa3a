import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Filled } from './filled.tsx';

afterEach(cleanup);

it('puts elements where the wording has their places, in any order', () => {
  render(
    <p>
      <Filled
        words="Have an account? {signIn} or {ask}."
        parts={{ ask: <b>ask us</b>, signIn: <a href="/signin">Sign in</a> }}
      />
    </p>,
  );
  expect(screen.getByText(/^Have an account/).textContent).toBe('Have an account? Sign in or ask us.');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
});

it('tells of a place that nothing is put in', () => {
  expect(() => Filled({ words: 'Open until {day}.' as string, parts: {} })).toThrow('{day}');
});

it('a name in a place keeps its direction and its punctuation to itself', () => {
  render(
    <p data-testid="sentence">
      <Filled words="Texted {words} ({campaign})." parts={{ words: 'Hi', campaign: 'לקוחות!' }} />
    </p>,
  );
  expect(screen.getByTestId('sentence').textContent).toBe('Texted Hi (\u2068לקוחות!\u2069).');
});
