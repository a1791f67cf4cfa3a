import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { calls, HAND_SOURCES } from '@parley/contract';
import { useEffect } from 'react';
import { wordsAt } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { phoneText } from '../kit/phone-text.ts';
import { TextDialog } from '../kit/text-dialog.tsx';
import { common } from '../kit/wordings.ts';
import { sourceWords } from './source-words.ts';
import { wordings } from './wordings.ts';

type Source = (typeof HAND_SOURCES)[number];
const EMPTY = { phone: '', source: 'phone' as Source, note: '' };

/** Records an opt-out that did not come by text. It holds at once. */
export function RecordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const form = useForm({ initialValues: EMPTY });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is reset when the dialog opens, not when it changes
  useEffect(() => {
    if (opened) form.reset();
  }, [opened]);
  const record = useAction(calls.optouts.record, {
    invalidates: [calls.optouts.list, calls.members.list, calls.lists.info],
    onSuccess: onClose,
    onFailure: (error) =>
      form.setFieldError('phone', wordsAt(calls.optouts.record, 'phone', error) ?? error.message),
    notice: (_reply, { phone }) => wordings.recordDialog.isOptedOut(phoneText(phone)),
  });
  return (
    <TextDialog opened={opened} onClose={onClose} title={wordings.shared.recordAnOptOut}>
      <form onSubmit={form.onSubmit((values) => record.mutate(values))}>
        <Stack>
          <Text>{wordings.recordDialog.forPeopleWhoCalled}</Text>
          <TextInput
            label={common.phoneNumber}
            type="tel"
            required
            maxLength={40}
            data-autofocus
            {...form.getInputProps('phone')}
          />
          <Select
            label={wordings.recordDialog.howItCame}
            allowDeselect={false}
            data={HAND_SOURCES.map((value) => ({ value, label: sourceWords(value) }))}
            {...form.getInputProps('source')}
          />
          <Textarea
            label={common.note}
            description={wordings.recordDialog.whatTheySaid}
            maxLength={1000}
            autosize
            minRows={2}
            {...form.getInputProps('note')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={record.isPending}>
              {wordings.shared.optOut}
            </Button>
          </Group>
        </Stack>
      </form>
    </TextDialog>
  );
}
