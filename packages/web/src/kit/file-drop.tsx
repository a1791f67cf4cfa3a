import { Button, Loader, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconFileX } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import classes from './file-drop.module.css';
import { useDevice } from './use-device.ts';
import { wordings } from './wordings.ts';

const words = wordings.fileDrop;

type FileDropProps = {
  /** What screen readers call the field. */
  label: string;
  /** The types that are taken, each with its endings. */
  accept: Record<string, string[]>;
  mostBytes: number;
  /** A Tabler icon. */
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** The file that is on its way. */
  sending: File | null;
  words: Record<'drop' | 'chooseOnPhone' | 'choose' | 'about' | 'tooLarge' | 'wrongKind', string>;
  /** What is wrong with the file that was sent last; '' for nothing. */
  problem: ReactNode;
  onFile: (file: File) => void;
};

/** Where a file is dropped or chosen, and what is wrong with the one that was. */
export function FileDrop(props: FileDropProps) {
  const { label, accept, mostBytes, icon: Icon, sending, words: own, onFile } = props;
  const [refusal, setRefusal] = useState('');
  const problem = refusal || props.problem;
  const isMobile = useDevice() === 'mobile';
  return (
    <>
      <Dropzone
        onDrop={([file]) => {
          setRefusal('');
          if (file) onFile(file);
        }}
        onReject={(files) => setRefusal(whyRefused(files, own))}
        accept={accept}
        maxSize={mostBytes}
        multiple={false}
        disabled={sending !== null}
        className={classes.drop ?? ''}
        // The button inside is what the keyboard reaches; its click opens the file chooser of the whole area.
        role="group"
        tabIndex={-1}
        activateOnKeyboard={false}
        enablePointerEvents
        aria-label={label}
        inputProps={{ 'aria-label': label }}
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
                <Icon size={28} stroke={1.5} />
              </Dropzone.Accept>
              <Dropzone.Idle>
                <Icon size={28} stroke={1.5} />
              </Dropzone.Idle>
            </span>
          )}
          <div>
            <Text fw={600} role="status">
              {sending
                ? words.reading(sending.name, sizeText(sending.size))
                : isMobile
                  ? own.chooseOnPhone
                  : own.drop}
            </Text>
            <Text c="dimmed">{sending ? words.nothingIsImportedYet : own.about}</Text>
          </div>
          {!sending && <Button variant="default">{own.choose}</Button>}
        </div>
      </Dropzone>
      {problem !== '' && (
        <div role="alert" className={classes.problem}>
          {problem}
        </div>
      )}
    </>
  );
}

function whyRefused([first]: FileRejection[], own: FileDropProps['words']): string {
  const code = first?.errors[0]?.code;
  if (code === 'file-too-large') return own.tooLarge;
  return code === 'too-many-files' ? words.chooseOneFile : own.wrongKind;
}

/** 812 KB, 4.2 MB */
function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? words.kb(Math.max(1, Math.round(bytes / 1000)))
    : words.mb((bytes / 1e6).toFixed(1));
}
