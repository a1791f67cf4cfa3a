import { Button, Checkbox, FileInput, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { directionOf } from '@parley/rules/languages.ts';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '../../kit/notice.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { showUndo } from '../editor/undo-toast.tsx';
import { useFlow, useSteps } from '../store/use-flow.ts';
import { writeCsv } from './csv-file.ts';
import { LanguageSelect } from './language-dialogs.tsx';
import classes from './languages.module.css';
import { readTranslationFile } from './read-file.ts';
import {
  type FileRow,
  type PlannedRow,
  planRows,
  type RowState,
  UnreadableFile,
  withRows,
} from './translation-units.ts';
import { useOriginalLanguage, useTranslationProgress } from './use-languages.ts';
import { wordings } from './wordings.ts';
import { writeXliff } from './xliff-file.ts';

const words = wordings.translatorsDialog;

type TranslatorsDialogProps = { opened: boolean; onClose: () => void; language: string };

/** Texts to translators and back. */
export function TranslatorsDialog({ opened, onClose, language }: TranslatorsDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={words.title}
      attributes={{ header: { role: 'presentation' } }}
    >
      <Stack gap="xl">
        <Download language={language} />
        <Upload onClose={onClose} />
      </Stack>
    </Modal>
  );
}

function Download({ language }: { language: string }) {
  const { campaign } = useFlow();
  const steps = useSteps();
  const original = useOriginalLanguage();
  const further = useTranslationProgress(language).map((each) => each.language);
  const [chosen, choose] = useState(language || (further[0] ?? ''));
  const table = chosen === '' || further.includes(chosen) ? further : [...further, chosen];
  const name = `campaign-${campaign}`;
  return (
    <section aria-label={words.download}>
      <Title order={3} size="h4" mb={4}>
        {words.download}
      </Title>
      <Text c="dimmed" mb="sm">
        {words.downloadHelp}
      </Text>
      <LanguageSelect label={words.into} value={chosen} taken={[original]} onChange={choose} />
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          disabled={chosen === ''}
          onClick={() => saveFile(`${name}.csv`, 'text/csv', writeCsv(steps, original, table))}
        >
          {words.csv}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          disabled={chosen === ''}
          onClick={() =>
            saveFile(
              `${name}-${chosen}.xlf`,
              'application/xliff+xml',
              writeXliff(steps, { campaign, original, language: chosen }),
            )
          }
        >
          {words.xliff}
        </Button>
      </Group>
    </section>
  );
}

function Upload({ onClose }: { onClose: () => void }) {
  const original = useOriginalLanguage();
  const [file, setFile] = useState<File | null>(null);
  const [rows, setRows] = useState<FileRow[] | null>(null);
  const [problem, setProblem] = useState('');
  const read = async (chosen: File | null) => {
    setFile(chosen);
    setRows(null);
    setProblem('');
    if (!chosen) return;
    try {
      setRows(await readTranslationFile(chosen, original));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <section aria-label={words.upload}>
      <Title order={3} size="h4" mb="xs">
        {words.upload}
      </Title>
      <FileInput
        label={words.file}
        description={words.fileHelp}
        placeholder={words.chooseAFile}
        leftSection={<IconUpload size={16} />}
        accept=".csv,.tsv,.txt,.xlf,.xliff,.xml"
        value={file}
        onChange={(chosen) => void read(chosen)}
        error={problem || undefined}
        clearable
        clearButtonProps={{ 'aria-label': words.anotherFile }}
      />
      {rows && <Preview rows={rows} onClose={onClose} />}
    </section>
  );
}

const STATES: RowState[] = ['new', 'changed', 'confirmed', 'stale', 'same', 'long', 'unknown'];
const SHOWN = 50;

/** What a file would change, before it does. */
function Preview({ rows, onClose }: { rows: FileRow[]; onClose: () => void }) {
  const { flow } = useFlow();
  const steps = useSteps();
  const [withStale, setWithStale] = useState(false);
  const planned = planRows(rows, steps);
  const count = (state: RowState) => planned.filter((row) => row.state === state).length;
  const isTaken = ({ state }: PlannedRow) =>
    ['new', 'changed', 'confirmed'].includes(state) || (state === 'stale' && withStale);
  const taken = planned.filter(isTaken);
  const take = () => {
    const keys = flow.store.getState().entries.map(({ key }) => key);
    const takeBack = flow.editAll(keys, (step) => withRows(step, taken));
    onClose();
    showUndo(words.taken(taken.length), takeBack, () => () => undefined);
  };
  if (planned.length === 0) return <Text mt="md">{words.nothing}</Text>;
  return (
    <Stack gap="sm" mt="md">
      <Notice>
        {STATES.filter((state) => count(state) > 0).map((state) => (
          <p key={state}>{words.found[state](count(state))}</p>
        ))}
      </Notice>
      {count('stale') > 0 && (
        <Checkbox
          label={words.takeStale}
          checked={withStale}
          onChange={(event) => setWithStale(event.currentTarget.checked)}
        />
      )}
      {taken.length > 0 && (
        <ul className={classes.rows} aria-label={words.rows}>
          {taken.slice(0, SHOWN).map((row) => (
            <li key={`${row.language} ${row.id}`}>
              <Text size="xs" c="dimmed">
                {row.unit?.place} · {row.unit?.field}
              </Text>
              <p lang={row.language} dir={directionOf(row.language)}>
                {row.said}
              </p>
            </li>
          ))}
        </ul>
      )}
      {taken.length > SHOWN && <Text c="dimmed">{words.andMore(taken.length - SHOWN)}</Text>}
      <Group justify="flex-end">
        <Button disabled={taken.length === 0} onClick={take}>
          {taken.length === 0 ? words.nothingToTake : words.take(taken.length)}
        </Button>
      </Group>
    </Stack>
  );
}
