import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { saveFile } from '../kit/save-file.ts';
import { common } from '../kit/wordings.ts';
import classes from './set-up-form.module.css';
import { wordings } from './wordings.ts';

const words = wordings.recoveryCodes;

/** Shown once, until somebody says that they have them. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack>
      <Text>{words.about}</Text>
      <ul className={classes.codes} aria-label={words.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {copied ? words.copied : common.copy}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => saveFile(words.fileName, 'text/plain', text)}
        >
          {words.download}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onSaved} data-autofocus>
          {words.savedThem}
        </Button>
      </Group>
    </Stack>
  );
}
