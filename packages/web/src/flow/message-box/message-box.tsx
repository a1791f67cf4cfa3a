import { Button, Group, Input, Text } from '@mantine/core';
import type { Token } from '@parley/engine/tokens.ts';
import { writeToken } from '@parley/engine/tokens.ts';
import { directionOf } from '@parley/rules/languages.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { toGsm } from '@parley/rules/sms.ts';
import { IconWand } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId, useMemo, useRef } from 'react';
import { useAccount } from '../../data/use-account.ts';
import { countWithTokens, countWords, type Flagged, flaggedCharacters, markUp } from './mark-up.ts';
import classes from './message-box.module.css';
import { type TokenGroup, TokenMenu } from './token-menu.tsx';
import { wordings } from './wordings.ts';

export type MessageBoxProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** What the merge menu offers; none: no menu. */
  tokens?: TokenGroup[];
  /** What it is written in, where that is not the screen's own language. */
  language?: string;
  /** The id of what it is a translation of. */
  describedBy?: string;
  /** What short links begin with: links are counted as long as those. */
  linkBase?: string | undefined;
  description?: ReactNode;
  error?: ReactNode;
  placeholder?: string;
  maxLength?: number;
  /** Lines it shows at least. */
  rows?: number;
  /** For what helps while somebody types: keys, the place of the caret, what a screen reader is told. */
  area?: Pick<
    ComponentProps<'textarea'>,
    'onKeyDown' | 'onSelect' | 'onBlur' | 'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant'
  >;
  /** More buttons in its footer. */
  children?: ReactNode;
};

/**
 * A text message being written: what each character costs shows in the text itself, what the whole costs
 * below it.
 */
export function MessageBox({ value, onChange, tokens = [], linkBase, rows = 3, ...props }: MessageBoxProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const runs = useMemo(() => markUp(value), [value]);
  const plain = useMemo(() => toGsm(value), [value]);
  // Letters that no others stand for are no slips of the keyboard.
  const isOwnScript = props.language !== undefined && flaggedCharacters(markUp(plain)).unicode.length > 0;
  const spoken = props.language && { lang: props.language, dir: directionOf(props.language) };

  const insert = (token: Token) => {
    const box = area.current;
    if (!box) return;
    const written = writeToken(token);
    const { selectionStart, selectionEnd } = box;
    onChange(value.slice(0, selectionStart) + written + value.slice(selectionEnd));
    requestAnimationFrame(() => {
      box.focus();
      box.setSelectionRange(selectionStart + written.length, selectionStart + written.length);
    });
  };

  return (
    <Input.Wrapper id={id} label={props.label} description={props.description} error={props.error}>
      <div className={classes.frame} data-error={Boolean(props.error) || undefined}>
        <div className={classes.paper} style={{ minHeight: rows * 22 + 20 }}>
          <div {...spoken} className={classes.mirror} aria-hidden>
            {runs.map((run, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity of their own
              <span key={index} className={isOwnScript ? undefined : classes[run.kind]}>
                {run.text}
              </span>
            ))}
            {'\u200b'}
          </div>
          <textarea
            {...props.area}
            {...spoken}
            ref={area}
            id={id}
            className={classes.area}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            placeholder={props.placeholder}
            maxLength={props.maxLength ?? TEXT_LIMITS.message}
            aria-describedby={props.describedBy ? `${props.describedBy} ${id}-cost` : `${id}-cost`}
            aria-invalid={Boolean(props.error) || undefined}
            spellCheck
          />
        </div>
        <div className={classes.foot}>
          <Cost id={`${id}-cost`} value={value} linkBase={linkBase} />
          <Group gap={4} ml="auto">
            {plain !== value && !isOwnScript && (
              <Button
                size="compact-xs"
                variant="subtle"
                leftSection={<IconWand size={14} />}
                onClick={() => onChange(plain)}
              >
                {wordings.messageBox.replaceSpecialCharacters}
              </Button>
            )}
            {props.children}
            {tokens.length > 0 && <TokenMenu groups={tokens} onPick={insert} />}
          </Group>
        </div>
      </div>
      {!isOwnScript && <FlagList {...flaggedCharacters(runs)} />}
    </Input.Wrapper>
  );
}

/** What the whole costs. */
function Cost({ id, value, linkBase }: { id: string; value: string; linkBase: string | undefined }) {
  const pageBase = useAccount().data?.linkBase;
  const count = useMemo(() => countWithTokens(value, linkBase, pageBase), [value, linkBase, pageBase]);
  return (
    <Text
      id={id}
      className="tabular"
      size="xs"
      c={count.credits > 1 ? 'var(--mantine-color-error)' : 'dimmed'}
    >
      {countWords(count)}
      {count.hasTokens && wordings.messageBox.beforePersonalization}
    </Text>
  );
}

/** The flags as text, for those who do not see the underlines. */
function FlagList({ double, unicode }: Flagged) {
  if (double.length + unicode.length === 0) return null;
  return (
    <Text size="xs" mt={4} component="div" className={classes.flags}>
      {unicode.length > 0 && (
        <span className={classes.danger}>
          {wordings.messageBox.makesTheMessageUnicode(unicode.join(' '))}
        </span>
      )}
      {double.length > 0 && (
        <span className={classes.warning}>{wordings.messageBox.countsDouble(double.join(' '))}</span>
      )}
    </Text>
  );
}
