/** What is shown stays shown: reading it again, or reading on, may find nobody. */
import { calls, type ReplyOf } from '@parley/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OutdatedNotice } from '../app/outdated-notice.tsx';
import { useTold } from '../kit/announce.ts';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { FailedState } from '../kit/states.tsx';
import { reply } from '../testing/answering-server.ts';
import { provideServer, server } from '../testing/serve.ts';
import { show, WithNews } from '../testing/show.tsx';
import { useCall, usePages } from './use-call.ts';

provideServer();

const AWAY = { status: 503, body: reply({ RESULT: 0, MESSAGE: 'The database is away.' }) };
const TAG = { ID: 1, TAG: 'City', NEWINDEX: 0 };
const tags = { body: reply({ TAGS: JSON.stringify([TAG]) }) };
beforeEach(() => {
  server.heard.length = 0;
});

function Tags() {
  const { data, error, isSuccess, refetch } = useCall(calls.tags.list, { filter: '' });
  if (error) return <FailedState title="No tags" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <input aria-label="Written" />
      <p>{data?.tags.map(({ name }) => name).join()}</p>
      <p>{isSuccess ? 'read' : 'reading'}</p>
      <OutdatedNotice />
    </>
  );
}

const OLD = /^Couldn’t refresh\. Showing what was here at .+\./;

test('a screen that is typed into stays while the server is away, says that it is old, and reads when asked', async () => {
  server.answer(() => tags);
  show(<WithNews of={<Tags />} />, '/tags');
  await screen.findByText('City');
  const written = screen.getByLabelText('Written');
  fireEvent.change(written, { target: { value: 'half a' } });
  expect(screen.queryByText(OLD)).toBeNull();
  server.answer(() => AWAY);
  fireEvent.click(screen.getByRole('button', { name: 'News' }));
  await screen.findByText(OLD);
  expect(useTold.getState().told.at(-1)?.words).toMatch(OLD);
  screen.getByText('read');
  expect(screen.getByLabelText('Written')).toBe(written);
  expect(screen.queryByRole('alert')).toBeNull();
  server.answer(() => tags);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(OLD)).toBeNull());
});

test('that it was deleted meanwhile is told', async () => {
  server.answer(() => tags);
  show(<WithNews of={<Tags />} />, '/tags');
  await screen.findByText('City');
  server.answer(() => ({ status: 404, body: reply({ RESULT: 0, MESSAGE: 'That was not found.' }) }));
  fireEvent.click(screen.getByRole('button', { name: 'News' }));
  await screen.findByRole('alert');
});

test('what never came has failed', async () => {
  server.answer(() => AWAY);
  show(<Tags />, '/tags');
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
});

const rowsOf = ({ templates }: ReplyOf<typeof calls.templates.list>) => templates;
const idOf = ({ id }: { id: number }) => id;

function Templates() {
  const pages = usePages(calls.templates.list, { search: '' }, { rowsOf, idOf, pageSize: 1 });
  return (
    <>
      <p>{`${pages.items.length} there`}</p>
      <InfiniteScroll {...pages} />
      <OutdatedNotice />
    </>
  );
}

test('a list whose next page does not come says so, and goes on when asked', async () => {
  let isAway = false;
  const page = (id: number) => {
    const template = { KEY: id, NAME: `T${id}`, DESC: '', TYPE: 1, SVGICON: 1001, LEGACYID: 0, OWN: 0 };
    return { body: reply({ START: 0, TEMPLATES: JSON.stringify([template]) }) };
  };
  server.answer(() => (isAway ? AWAY : page(server.heard.length)));
  show(<Templates />, '/templates');
  await screen.findByText('1 there');
  isAway = true;
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
  await screen.findByText('Couldn’t load more.');
  expect(screen.queryByText(OLD)).toBeNull();
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('2 there');
  await waitFor(() => expect(screen.queryByText('Couldn’t load more.')).toBeNull());
});
