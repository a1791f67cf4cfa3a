import { ActionIcon, Button, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { finderOf, replaced, type WrittenText, withText, writtenTexts } from '../model/written-texts.ts';
import { titleOf } from '../steps/looks.ts';
import type { Entry } from '../store/entry.ts';
import { useFlow, useFlowState } from '../store/use-flow.ts';
import classes from './find-bar.module.css';
import { openAndShow, useEditorUi } from './ui-state.ts';
import { wordings } from './wordings.ts';

const words = wordings.findBar;

type Hit = { entry: Entry; written: WrittenText; from: number; to: number };

/** Finds words in all texts of the campaign, shows the steps one by one, and replaces what is found. */
export function FindBar() {
  const isFinding = useEditorUi((ui) => ui.isFinding);
  useFindKey();
  return isFinding ? <Bar /> : null;
}

const open = () => useEditorUi.setState({ isFinding: true });
const close = () => useEditorUi.setState({ isFinding: false });

/** Ctrl/Cmd+F; once more, while the bar has the focus, is the browser's own. */
function useFindKey(): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'f';
      if (!isFind || event.shiftKey || document.querySelector('[aria-modal="true"]')) return;
      const field = document.getElementById(FIELD);
      if (field && field === document.activeElement) return;
      event.preventDefault();
      open();
      if (field instanceof HTMLInputElement) field.select();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const FIELD = 'find-in-texts';

function hitsIn(entries: readonly Entry[], finder: RegExp | null): Hit[] {
  if (!finder) return [];
  return entries.flatMap((entry) =>
    writtenTexts(entry.step).flatMap((written) =>
      [...written.text.matchAll(finder)].map((match) => ({
        entry,
        written,
        from: match.index,
        to: match.index + match[0].length,
      })),
    ),
  );
}

function Bar() {
  const entries = useFlowState((state) => state.entries);
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const finder = useMemo(() => finderOf(wanted), [wanted]);
  const all = useDeferredValue(entries);
  const hits = useMemo(() => hitsIn(all, finder), [all, finder]);
  const here = Math.min(at, hits.length - 1);
  const hit = hits[here];
  const key = hit?.entry.key;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const go = (by: number) => {
    if (hits.length === 0) return;
    const next = (here + by + hits.length) % hits.length;
    setAt(next);
    const there = hits[next]?.entry.key;
    if (there) openAndShow(there);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close();
      if (key) openAndShow(key);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(event.shiftKey ? -1 : hasShown(key) ? 1 : 0);
    }
  };
  return (
    <search className={classes.bar} aria-label={words.findInThisCampaign}>
      <Group gap={4} wrap="nowrap">
        <TextInput
          ref={field}
          id={FIELD}
          className={classes.field ?? ''}
          aria-label={words.findInTexts}
          placeholder={words.findInTexts}
          leftSection={<IconSearch size={16} />}
          value={wanted}
          onChange={(event) => {
            setWanted(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
        />
        <Text role="status" size="sm" c="dimmed" className={`${classes.count} tabular`}>
          {wanted === '' ? '' : words.count(hits.length === 0 ? 0 : here + 1, hits.length)}
        </Text>
        <Way label={words.previous} icon={IconChevronUp} disabled={!hit} onClick={() => go(-1)} />
        <Way label={words.next} icon={IconChevronDown} disabled={!hit} onClick={() => go(1)} />
        <CloseButton aria-label={words.close} onClick={close} />
      </Group>
      {hit && <Where hit={hit} />}
      {finder && hits.length > 0 && <Replace finder={finder} hits={hits} />}
    </search>
  );
}

/** The first Enter shows what was found first; the next ones go on. */
const hasShown = (key: string | undefined) => key !== undefined && useEditorUi.getState().open.has(key);

type WayProps = { label: string; icon: typeof IconChevronUp; disabled: boolean; onClick: () => void };

const Way = ({ label, icon: Icon, disabled, onClick }: WayProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
    <Icon size={18} />
  </ActionIcon>
);

/** So much of the text around what was found is shown. */
const AROUND = 32;

function Where({ hit: { entry, written, from, to } }: { hit: Hit }) {
  const { text, label } = written;
  return (
    <Text size="sm" component="div" className={classes.where ?? ''}>
      <Text span size="sm" c="dimmed" className="clamp-1">
        {words.where(entry.step.position, titleOf(entry.step), label)}
      </Text>
      <span className={classes.excerpt}>
        {from > AROUND && '…'}
        {text.slice(Math.max(0, from - AROUND), from)}
        <mark>{text.slice(from, to)}</mark>
        {text.slice(to, to + AROUND)}
        {text.length > to + AROUND && '…'}
      </span>
    </Text>
  );
}

/** The name that other texts know a step by, and what no contact reads, stay. */
const isReplaceable = ({ kind }: WrittenText) => kind !== 'inner';

function Replace({ finder, hits }: { finder: RegExp; hits: readonly Hit[] }) {
  const { flow } = useFlow();
  const [by, setBy] = useState('');
  const keys = hits.filter(({ written }) => isReplaceable(written)).map(({ entry }) => entry.key);
  const replaceAll = () =>
    flow.editAll(keys, (step) =>
      writtenTexts(step)
        .filter(isReplaceable)
        .reduce((now, { path, text }) => {
          const next = replaced(text, finder, by);
          return next.length > TEXT_LIMITS.message ? now : withText(now, path, next);
        }, step),
    );
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        className={classes.field ?? ''}
        aria-label={words.replaceWith}
        placeholder={words.replaceWith}
        value={by}
        onChange={(event) => setBy(event.currentTarget.value)}
        maxLength={TEXT_LIMITS.message}
        autoComplete="off"
      />
      <Button variant="default" flex="none" disabled={keys.length === 0} onClick={replaceAll}>
        {words.replaceAll}
      </Button>
    </Group>
  );
}
