import { Group, TextInput } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useId } from 'react';
import { ask } from '../data/ask.ts';
import { keyOf } from '../data/use-call.ts';
import { useSave } from '../data/use-save.ts';
import { SaveMark } from '../kit/save-mark.tsx';
import classes from './contact-details.module.css';

type Reply = ReplyOf<typeof calls.tags.ofContact>;
type ContactTag = Reply['tags'][number];

type TagFieldProps = { contact: number; tag: ContactTag };

/** One contact's value of one tag; saved while it is typed. */
export const TagField = memo(function TagField({ contact, tag: { name, value } }: TagFieldProps) {
  const client = useQueryClient();
  const field = useId();
  const save = useSave<string>({
    key: `tag-value:${contact}:${name}`,
    save: async (typed, { keepalive }) => {
      await ask(calls.tags.setValue, { contact, tag: name, value: typed }, { keepalive });
      client.setQueriesData<Reply>(
        { queryKey: keyOf(calls.tags.ofContact), predicate: ({ queryKey }) => isOf(queryKey[1], contact) },
        (known) =>
          known && {
            ...known,
            tags: known.tags.map((tag) => (tag.name === name ? { ...tag, value: typed } : tag)),
          },
      );
    },
  });
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="end" mb={4}>
        <label htmlFor={field} className={`clamp-2 ${classes.label}`} title={name}>
          {name}
        </label>
        <SaveMark status={save} onRetry={save.retry} />
      </Group>
      <TextInput
        id={field}
        value={save.unsaved ?? value}
        onChange={(event) => save.change(event.currentTarget.value)}
        onBlur={() => save.state === 'dirty' && save.retry()}
        maxLength={TEXT_LIMITS.tagValue}
        autoComplete="off"
      />
    </div>
  );
});

const isOf = (form: unknown, contact: number) =>
  (form as { contact?: number } | undefined)?.contact === contact;
