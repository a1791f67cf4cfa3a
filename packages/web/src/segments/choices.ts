/** What a condition can name: the account's lists, tags, campaigns and the like, to choose from. */
import { type Call, calls, type FieldMap, type ValuesOf } from '@parley/contract';
import type { Named } from '@parley/rules/event-kinds.ts';
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import { useCall } from '../data/use-call.ts';
import { wordings } from './wordings.ts';

/** What stands in a list of choices: the id as a text, and its name. */
export type ChoiceItem = { value: string; label: string };
export type Choosable = Named | 'segment';

type Source = { call: Call<FieldMap, FieldMap>; form: object; itemsOf: (reply: object) => ChoiceItem[] };

const source = <F extends FieldMap, R extends FieldMap>(
  call: Call<F, R>,
  form: ValuesOf<F>,
  itemsOf: (reply: ValuesOf<R>) => ChoiceItem[],
): Source => ({ call, form, itemsOf }) as unknown as Source;

const named = ({ id, name }: { id: number; name: string }): ChoiceItem => ({
  value: String(id),
  label: name,
});

const SOURCES: Record<Exclude<Choosable, 'step' | 'blast'>, Source> = {
  list: source(calls.lists.list, { filter: '', search: '' }, ({ lists }) => lists.map(named)),
  segment: source(
    calls.segments.list,
    { start: 0, length: SEGMENT_TREE_LIMITS.perAccount, search: '' },
    ({ segments }) => segments.map(named),
  ),
  channel: source(calls.channels.list, { search: '' }, ({ channels }) => channels.map(named)),
  tag: source(calls.tags.list, { filter: '' }, ({ tags }) => tags.map(named)),
  campaign: source(calls.tiles.campaigns, {}, ({ data }) => data.map(named)),
  link: source(calls.tiles.shortLinks, {}, ({ data }) => data.map(named)),
};

/** Blasts have no name of their own: the campaign and the day say which. */
const blasts = source(calls.blast.list, { campaign: 0, start: 0, from: '', to: '' }, ({ blasts: all }) =>
  all.map(({ id, name, startedAt, scheduledFor }) => ({
    value: String(id),
    label: wordings.choices.blast(name, startedAt || scheduledFor),
  })),
);

const stepsOf = (campaign: number) =>
  source(calls.flow.read, { campaign, isTemplate: false }, ({ steps }) =>
    steps.map(({ step }, index) => ({
      value: String(step.id),
      label: wordings.choices.step(index + 1, 'text' in step ? step.text : step.description),
    })),
  );

/**
 * The things of a kind; undefined while they are loading. `campaign`: whose steps, when steps are asked for;
 * 0: none is chosen yet, and there is nothing to choose from.
 */
export function useChoices(what: Choosable, campaign = 0): ChoiceItem[] | undefined {
  const from = what === 'step' ? stepsOf(campaign) : what === 'blast' ? blasts : SOURCES[what];
  const isAsked = what !== 'step' || campaign > 0;
  const { data } = useCall(from.call, from.form, { enabled: isAsked });
  if (!isAsked) return [];
  return data && tellApart(from.itemsOf(data));
}

/** A list of choices wants each label once: of two that are called the same, the later bears its number. */
export function tellApart(items: ChoiceItem[]): ChoiceItem[] {
  const seen = new Set<string>();
  return items.map((item) => {
    const label = seen.has(item.label) ? `${item.label} (${item.value})` : item.label;
    seen.add(label);
    return { ...item, label };
  });
}
