import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { LANGUAGE_TAG, LANGUAGES } from '@parley/rules/languages.ts';
import { useState } from 'react';
import { useAction } from '../../data/use-call.ts';
import { useWhileShown } from '../../kit/use-while-shown.ts';
import { common } from '../../kit/wordings.ts';
import { useAccountThings } from '../store/use-account-things.ts';
import { useFlow } from '../store/use-flow.ts';
import { wordings } from './wordings.ts';

const words = wordings.languageDialogs;

type LanguageSelectProps = {
  label: string;
  value: string;
  /** Those that cannot be chosen. */
  taken: readonly string[];
  onChange: (language: string) => void;
};

/** One of the languages, by its names. */
export function LanguageSelect({ label, value, taken, onChange }: LanguageSelectProps) {
  const data = LANGUAGES.filter(({ code }) => !taken.includes(code)).map(({ code, name, native }) => ({
    value: code,
    label: name === native ? name : `${name} · ${native}`,
  }));
  return (
    <Select
      label={label}
      placeholder={words.chooseALanguage}
      data={data}
      value={value === '' ? null : value}
      onChange={(code) => onChange(code ?? '')}
      allowDeselect={false}
      searchable
      limit={100}
      maxDropdownHeight={224}
      nothingFoundMessage={words.noSuchLanguage}
      data-autofocus
    />
  );
}

type AddLanguageProps = {
  opened: boolean;
  onClose: () => void;
  taken: readonly string[];
  onAdd: (language: string) => void;
};

/** Begins another language; what says who speaks it is made where the account has no such tag. */
export function AddLanguage({ opened, onClose, taken, onAdd }: AddLanguageProps) {
  const [language, setLanguage] = useState('');
  const { tags, ready } = useAccountThings();
  const hasTag = tags.some(({ name }) => name.toLowerCase() === LANGUAGE_TAG.toLowerCase());
  const begin = () => {
    onAdd(language);
    onClose();
    setLanguage('');
  };
  const addTag = useAction(calls.tags.add, { invalidates: [calls.tags.list], onSuccess: begin });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.addLanguage}
      attributes={{ header: { role: 'presentation' } }}
    >
      <Stack gap="md">
        <LanguageSelect label={words.newLanguage} value={language} taken={taken} onChange={setLanguage} />
        <Text c="dimmed">{words.whoSpeaks}</Text>
        {ready && !hasTag && <Text c="dimmed">{words.makesTheTag}</Text>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            disabled={language === '' || !ready}
            loading={addTag.isPending}
            onClick={() => (hasTag ? begin() : addTag.mutate({ name: LANGUAGE_TAG }))}
          >
            {words.start}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type OriginalLanguageProps = {
  opened: boolean;
  onClose: () => void;
  original: string;
  taken: readonly string[];
};

/** Says what the campaign's own texts are written in. */
export function OriginalLanguage(current: OriginalLanguageProps) {
  const { opened, onClose, original, taken } = useWhileShown(current, current.opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.originalLanguage}
      attributes={{ header: { role: 'presentation' } }}
    >
      <OriginalForm key={original} original={original} taken={taken} onClose={onClose} />
    </Modal>
  );
}

function OriginalForm({ original, taken, onClose }: Omit<OriginalLanguageProps, 'opened'>) {
  const { campaign, isTemplate } = useFlow();
  const [language, setLanguage] = useState(original);
  const save = useAction(calls.campaigns.saveLanguage, {
    invalidates: [calls.campaigns.loadLanguage],
    onSuccess: onClose,
  });
  return (
    <Stack gap="md">
      <LanguageSelect label={words.originalLanguage} value={language} taken={taken} onChange={setLanguage} />
      <Text c="dimmed">{words.whatItIsWrittenIn}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button loading={save.isPending} onClick={() => save.mutate({ campaign, isTemplate, language })}>
          {common.save}
        </Button>
      </Group>
    </Stack>
  );
}
