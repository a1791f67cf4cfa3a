import { expect, test } from 'vitest';
import { newCampaignPath, templateTarget } from './target.ts';

test.each([
  [{ id: 5, type: 100 }, undefined, '/campaign/edit/0/5'],
  [{ id: 5, type: 100 }, '9', '/campaign/edit/5/0/9'],
  [{ id: 5, type: 1 }, undefined, '/campaign/editor/0/5'],
  [{ id: 5, type: 1 }, '9', '/campaign/edit/5/0/9'],
])('template %j with TEID %s leads to %s', (template, edited, path) => {
  expect(templateTarget(template, edited)).toBe(path);
});

test('a new campaign opens in the editor of its template’s type', () => {
  expect(newCampaignPath(17, 100)).toBe('/campaign/edit/17');
  expect(newCampaignPath(17, 1)).toBe('/campaign/editor/17');
});
