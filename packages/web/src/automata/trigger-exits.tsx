/** What ends a conversation that the automata began, and cancels a start that waits. */
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { EVENT_KINDS, type EventKindName } from '@parley/rules/event-kinds.ts';
import { EXIT_KINDS } from '@parley/rules/event-trigger.ts';
import { EVENT_TRIGGER_LIMITS as LIMITS } from '@parley/rules/limits.ts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { MenuDropdown } from '../kit/menu-dropdown.tsx';
import { EventProperties, firstDetails, type PropertyDraft } from '../segments/index.ts';
import classes from './trigger.module.css';
import { wordings } from './wordings.ts';

type Exit = { event: EventKindName; where: readonly PropertyDraft[] };
type TriggerExitsProps = {
  exits: readonly Exit[];
  onChange: (exits: Exit[]) => void;
  isFinished: boolean;
  /** What they end. */
  about: string;
};

const words = wordings.trigger;
/** Everybody leaves by an opt-out: that need not be chosen. */
const OFFERED = EXIT_KINDS.filter((kind) => kind !== 'contact.opted_out');

export function TriggerExits({ exits, onChange, isFinished, about }: TriggerExitsProps) {
  const changeOne = (index: number, next: Exit | null) =>
    onChange(exits.flatMap((each, at) => (at !== index ? [each] : next === null ? [] : [next])));
  return (
    <fieldset className={classes.exits}>
      <legend className={classes.legend}>{words.exitWhen}</legend>
      <Text c="dimmed">{about}</Text>
      {exits.map((exit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state of their own
        <div key={index} className={classes.exit}>
          <div className={classes.exitHead}>
            <Text fw={500}>{EVENT_KINDS[exit.event].words.title}</Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              onClick={() => changeOne(index, null)}
              aria-label={words.removeExit(EVENT_KINDS[exit.event].words.title)}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </div>
          <EventProperties
            event={exit.event}
            where={exit.where}
            onChange={(where) => changeOne(index, { ...exit, where })}
            error={isFinished ? undefined : words.chooseAValue}
          />
        </div>
      ))}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={exits.length >= LIMITS.exits}
            className={classes.add ?? ''}
          >
            {words.addExit}
          </Button>
        </Menu.Target>
        <MenuDropdown>
          {OFFERED.map((event) => (
            <Menu.Item
              key={event}
              onClick={() => onChange([...exits, { event, where: firstDetails(event) }])}
            >
              {EVENT_KINDS[event].words.title}
            </Menu.Item>
          ))}
        </MenuDropdown>
      </Menu>
    </fieldset>
  );
}
