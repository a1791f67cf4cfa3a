import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './code-text.module.css';

/** A text to be copied: ids, secrets, URLs. `label` says what it is. */
export function CodeText({ label, children, masked }: { label: string; children: string; masked?: boolean }) {
  return (
    <Group gap={4} wrap="nowrap" className={classes.box}>
      <Code className={classes.code}>{masked ? '•'.repeat(24) : children}</Code>
      <CopyButton value={children}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'teal' : 'gray'}
              onClick={copy}
              aria-label={`Copy ${label}`}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
