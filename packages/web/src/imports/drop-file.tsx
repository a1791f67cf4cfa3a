import { Button, Text } from '@mantine/core';
import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import { IconFileTypeCsv } from '@tabler/icons-react';
import type { AskError } from '../data/ask.ts';
import { wordsOf } from '../data/toasts.ts';
import { FileDrop } from '../kit/file-drop.tsx';
import { common } from '../kit/wordings.ts';
import classes from './imports.module.css';
import type { Preparation } from './use-preparation.ts';
import { wordings } from './wordings.ts';

/** The server takes up to this much. */
const MOST_BYTES = 50 * 1024 * 1024;
const ACCEPT = {
  'text/csv': ['.csv', '.tsv', '.txt'],
  'text/plain': ['.txt', '.csv'],
  'text/tab-separated-values': ['.tsv'],
  'application/vnd.ms-excel': ['.csv'],
};

const DROP_WORDS = {
  drop: wordings.dropFile.dropACsvFileHere,
  chooseOnPhone: wordings.dropFile.chooseACsvFile,
  choose: common.chooseAFile,
  about: wordings.dropFile.upToRows(COUNT_LIMITS.importRows),
  tooLarge: wordings.dropFile.thisFileIsTooLarge,
  wrongKind: wordings.dropFile.thisIsntACsvFile,
};

type DropFileProps = { listName: string; preparation: Preparation; onGoOn: () => void };

export function DropFile({ listName, preparation, onGoOn }: DropFileProps) {
  const { send, sending, failed, upload } = preparation;
  return (
    <>
      {upload && !sending && <Uploaded name={upload.fileName} rows={upload.rows} onGoOn={onGoOn} />}
      <FileDrop
        label={wordings.dropFile.csvFile}
        accept={ACCEPT}
        mostBytes={MOST_BYTES}
        icon={IconFileTypeCsv}
        sending={sending}
        words={DROP_WORDS}
        problem={failed ? <Failed {...failed} onAgain={() => void send(failed.file)} /> : ''}
        onFile={(file) => void send(file)}
      />
      <Text c="dimmed" mt="md">
        {wordings.dropFile.oneRowForEachPerson(listName === '', listName)}
      </Text>
    </>
  );
}

type FailedProps = { file: File; error: AskError; onAgain: () => void };

/** Why the file could not be taken; one that did not arrive is at hand for another try. */
function Failed({ file, error, onAgain }: FailedProps) {
  if (error.kind !== 'network') return wordsOf(error);
  return (
    <>
      {wordsOf(error)}
      <Button variant="default" display="block" mt="xs" onClick={onAgain}>
        {wordings.dropFile.sendAgain(file.name)}
      </Button>
    </>
  );
}

/**
 * The file that was uploaded before somebody came back to this step: it goes on with it, unless another one
 * is chosen.
 */
function Uploaded({ name, rows, onGoOn }: { name: string; rows: number; onGoOn: () => void }) {
  return (
    <div className={`card ${classes.uploaded}`}>
      <IconFileTypeCsv size={24} stroke={1.5} aria-hidden />
      <div>
        <Text fw={600} className="clamp-1" title={name}>
          {name}
        </Text>
        <Text c="dimmed">{wordings.chooseColumns.rows(rows)}</Text>
      </div>
      <Button onClick={onGoOn} aria-label={wordings.dropFile.goOnWith(name)}>
        {wordings.dropFile.goOn}
      </Button>
    </div>
  );
}
