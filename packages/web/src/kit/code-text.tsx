import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './code-text.module.css';
import { common, wordings } from './wordings.ts';

/** `label` says what it is. Null: it is not here yet, and stands masked without a way to copy it. */
type CodeTextProps = { label: string; children: string | null; masked?: boolean };

/** A text to be copied: ids, secrets, URLs. */
export function CodeText({ label, children, masked }: CodeTextProps) {
  return (
    <Group gap={4} wrap="nowrap" className={classes.box}>
      <Code className={classes.code}>{masked ? '•'.repeat(24) : children}</Code>
      {children !== null && (
        <CopyButton value={children}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? wordings.codeText.copied : common.copy}>
              <ActionIcon
                variant="subtle"
                color={copied ? 'teal' : 'gray'}
                onClick={copy}
                aria-label={wordings.codeText.copyOf(label)}
              >
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      )}
    </Group>
  );
}
