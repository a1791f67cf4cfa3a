import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ChannelManager } from '../channels/channel-manager.tsx';
import { ListManager } from '../lists/list-manager.tsx';
import { TagManager } from '../tags/tag-manager.tsx';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, show } from '../testing/show.tsx';

provideServer();

const named = ['Coffee club', 'Coffee beans', 'Tea'];
const found = (form: URLSearchParams, field: string) =>
  named.filter((name) => name.toLowerCase().includes((form.get(field) ?? '').toLowerCase()));
const numbered = (names: string[]) => names.map((name) => ({ name, id: named.indexOf(name) + 1 }));

const screens = {
  lists: {
    screen: <ListManager />,
    path: '/lists',
    hasLink: true,
    answers: {
      'lists/lists': (form: URLSearchParams) => ({
        LISTS: JSON.stringify(
          numbered(found(form, 'iSearchStr')).map(({ name, id }) => ({
            ID: id,
            NAME: name,
            COUNT: 0,
            OPTOUTCOUNT: 0,
            NEWINDEX: id,
          })),
        ),
      }),
    },
  },
  tags: {
    screen: <TagManager />,
    path: '/TagManager',
    hasLink: false,
    answers: {
      'tags/taglist': (form: URLSearchParams) => ({
        TAGS: JSON.stringify(
          numbered(found(form, 'TagFilters')).map(({ name, id }) => ({ ID: id, TAG: name, NEWINDEX: id })),
        ),
      }),
    },
  },
  channels: {
    screen: <ChannelManager />,
    path: '/channels',
    hasLink: true,
    answers: {
      'channels/listChannels': (form: URLSearchParams) => ({
        CHANNELS: JSON.stringify(
          numbered(found(form, 'iSearchStr')).map(({ name, id }) => ({
            ID: id,
            NAME: name,
            NEWINDEX: id,
            SRID: id,
            CHANNEL: `1555555010${id}`,
            CONNECTION: 'simulator',
          })),
        ),
      }),
    },
  },
};

/**
 * What assistive technology may reach in the row of a name: a disabled button takes all that lies within out
 * of the tree.
 */
function expectReachable(name: string, hasLink: boolean) {
  const row = screen
    .getAllByRole('listitem')
    .find((item) => within(item).queryByRole('button', { name: `Options for ${name}` }));
  expect(row, `the row of ${name}`).toBeDefined();
  expect(row?.closest('[role="button"], [aria-disabled="true"]')).toBeNull();
  expect(row?.hasAttribute('tabindex')).toBe(false);
  if (hasLink) within(row as HTMLElement).getByRole('link', { name });
}

test.each(Object.entries(screens))(
  'after a search the rows of %s keep their roles',
  async (_, { screen: shown, path, hasLink, answers }) => {
    answerCalls(server, { ...answers, 'account/loadAccount': () => ({}) });
    show(shown, path);
    await screen.findByRole('button', { name: 'Move Tea' });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'coffee' } });
    await waitFor(() => expect(screen.queryByText('Tea')).toBeNull());
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Move Coffee club' })).toBeNull());
    for (const name of ['Coffee club', 'Coffee beans']) expectReachable(name, hasLink);

    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    await screen.findByRole('button', { name: 'Move Tea' });
    for (const name of named) expectReachable(name, hasLink);
  },
);
