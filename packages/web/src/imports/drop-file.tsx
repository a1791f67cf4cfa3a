import { Button, Loader, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import { IconFileTypeCsv, IconFileX } from '@tabler/icons-react';
import { useState } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { useDevice } from '../kit/use-device.ts';
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

type DropFileProps = { listName: string; preparation: Preparation; onGoOn: () => void };

export function DropFile({ listName, preparation, onGoOn }: DropFileProps) {
  const { send, sending, uploadError, upload } = preparation;
  const [refusal, setRefusal] = useState('');
  const problem = refusal || (uploadError ? wordsOf(uploadError) : '');
  const isMobile = useDevice() === 'mobile';
  return (
    <>
      {upload && !sending && <Uploaded name={upload.fileName} rows={upload.rows} onGoOn={onGoOn} />}
      <Dropzone
        onDrop={([file]) => {
          setRefusal('');
          if (file) void send(file);
        }}
        onReject={(files) => setRefusal(whyRefused(files))}
        accept={ACCEPT}
        maxSize={MOST_BYTES}
        multiple={false}
        disabled={sending !== null}
        className={classes.drop ?? ''}
        // The button inside is what the keyboard reaches; its click opens the file chooser of the whole area.
        role="group"
        tabIndex={-1}
        activateOnKeyboard={false}
        enablePointerEvents
        aria-label={wordings.dropFile.csvFile}
        inputProps={{ 'aria-label': wordings.dropFile.csvFile }}
      >
        <div className={classes.dropWords}>
          {sending ? (
            <Loader size={40} aria-hidden />
          ) : (
            <span className={classes.dropIcon}>
              <Dropzone.Reject>
                <IconFileX size={28} stroke={1.5} />
              </Dropzone.Reject>
              <Dropzone.Accept>
                <IconFileTypeCsv size={28} stroke={1.5} />
              </Dropzone.Accept>
              <Dropzone.Idle>
                <IconFileTypeCsv size={28} stroke={1.5} />
              </Dropzone.Idle>
            </span>
          )}
          <div>
            <Text fw={600} role="status">
              {sending
                ? wordings.dropFile.reading(sending.name, sizeText(sending.size))
                : isMobile
                  ? wordings.dropFile.chooseACsvFile
                  : wordings.dropFile.dropACsvFileHere}
            </Text>
            <Text c="dimmed">
              {sending
                ? wordings.dropFile.nothingIsImportedYet
                : wordings.dropFile.upToRows(COUNT_LIMITS.importRows)}
            </Text>
          </div>
          {!sending && <Button variant="default">{wordings.shared.chooseAFile}</Button>}
        </div>
      </Dropzone>
      {problem !== '' && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <Text c="dimmed" mt="md">
        {wordings.dropFile.oneRowForEachPerson(listName === '', listName)}
      </Text>
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

function whyRefused([first]: FileRejection[]): string {
  const code = first?.errors[0]?.code;
  if (code === 'file-too-large') return wordings.dropFile.thisFileIsTooLarge;
  if (code === 'too-many-files') return wordings.dropFile.chooseOneFile;
  return wordings.dropFile.thisIsntACsvFile;
}

/** 812 KB, 4.2 MB */
function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? wordings.dropFile.kb(Math.max(1, Math.round(bytes / 1000)))
    : wordings.dropFile.mb((bytes / 1e6).toFixed(1));
}
