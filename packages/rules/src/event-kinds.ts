/**
 * What can happen to a contact, as data: one vocabulary for segments, timelines, automations, webhooks and
 * the API. A kind says what it is called, what a sentence about people says, and which properties it has.
 */

/** What an id names. */
export type Named = 'campaign' | 'step' | 'list' | 'channel' | 'link' | 'blast' | 'tag';
export type EventProperty =
  | { type: 'id'; of: Named; words: string }
  | { type: 'text'; words: string }
  | { type: 'number'; words: string };

export type EventKind = {
  words: {
    /** By itself: "Link clicked". */
    title: string;
    /** Of a contact, after "who": "clicked a link". */
    did: string;
    didNot: string;
  };
  properties: Readonly<Record<string, EventProperty>>;
  /** Whether the facts are kept, so that segments can ask for what was. */
  kept: boolean;
};

const campaign = { type: 'id', of: 'campaign', words: 'Campaign' } as const;
const step = { type: 'id', of: 'step', words: 'Step' } as const;
const list = { type: 'id', of: 'list', words: 'List' } as const;
const channel = { type: 'id', of: 'channel', words: 'Channel' } as const;
const blast = { type: 'id', of: 'blast', words: 'Blast' } as const;
const text = { type: 'text', words: 'Text' } as const;

const kind = <const P extends EventKind['properties'], const K extends boolean>(
  title: string,
  did: string,
  didNot: string,
  properties: P,
  kept: K,
) => ({ words: { title, did, didNot }, properties, kept });

const MESSAGE = { campaign, blast, channel } as const;

export const EVENT_KINDS = {
  'contact.created': kind('Contact added', 'became a contact', 'didn’t become a contact', {}, true),
  'contact.erased': kind('Contact erased', 'was erased', 'wasn’t erased', {}, false),
  'contact.opted_in': kind('Opted in', 'opted in', 'didn’t opt in', { campaign, list, channel }, true),
  'contact.opted_out': kind('Opted out', 'opted out', 'didn’t opt out', { campaign, channel }, true),
  'contact.texted': kind('Text received', 'texted you', 'didn’t text you', { campaign, channel, text }, true),
  'contact.replied': kind(
    'Replied',
    'replied to a campaign',
    'didn’t reply to a campaign',
    { campaign, step, intent: { type: 'text', words: 'Intent' }, text },
    true,
  ),
  'contact.silent': kind('No reply', 'didn’t reply in time', 'replied in time', { campaign, step }, false),
  'keyword.texted': kind(
    'Keyword texted',
    'texted a keyword',
    'didn’t text a keyword',
    { campaign, channel, text },
    true,
  ),
  'tag.changed': kind(
    'Tag changed',
    'had a tag changed',
    'had no tag changed',
    { tag: { type: 'id', of: 'tag', words: 'Tag' }, before: text, after: text },
    false,
  ),
  'list.joined': kind('List joined', 'joined a list', 'didn’t join a list', { list }, true),
  'list.left': kind('List left', 'left a list', 'didn’t leave a list', { list }, true),
  'message.sent': kind('Message sent', 'was sent a message', 'wasn’t sent a message', MESSAGE, true),
  'message.delivered': kind('Message delivered', 'got a message', 'didn’t get a message', MESSAGE, true),
  'message.failed': kind(
    'Message failed',
    'had a message fail',
    'had no message fail',
    { ...MESSAGE, code: { type: 'text', words: 'Carrier’s code' } },
    true,
  ),
  'blast.received': kind('Blast received', 'was sent a blast', 'wasn’t sent a blast', MESSAGE, true),
  'blast.finished': kind(
    'Blast finished',
    'was in a finished blast',
    'was in none',
    { campaign, blast },
    false,
  ),
  'link.clicked': kind(
    'Link clicked',
    'clicked a link',
    'didn’t click a link',
    { link: { type: 'id', of: 'link', words: 'Link' }, campaign, blast },
    true,
  ),
  'conversation.ended': kind(
    'Conversation ended',
    'finished a conversation',
    'didn’t finish a conversation',
    { campaign, channel },
    false,
  ),
  /** Told by other systems; what they say of it beside are `data.…` (see {@link propertyOf}). */
  'custom.event': kind(
    'Custom event',
    'had a custom event',
    'had no custom event',
    { name: { type: 'text', words: 'Event name' }, source: { type: 'text', words: 'Source' } },
    true,
  ),
} as const satisfies Record<string, EventKind>;

export type EventKindName = keyof typeof EVENT_KINDS;
/** Kinds whose facts are kept. */
export type KeptKind = {
  [K in EventKindName]: (typeof EVENT_KINDS)[K]['kept'] extends true ? K : never;
}[EventKindName];
/** The properties of a kind. */
export type PropertyOf<K extends EventKindName> = keyof (typeof EVENT_KINDS)[K]['properties'] & string;

/** What an event of a kind says of itself; null: it is not known. */
export type EventProperties<K extends EventKindName> = {
  [P in PropertyOf<K>]:
    | ((typeof EVENT_KINDS)[K]['properties'][P] extends { type: 'text' } ? string : number)
    | null;
};

export const KEPT_KINDS = (Object.keys(EVENT_KINDS) as EventKindName[]).filter(
  (name): name is KeptKind => EVENT_KINDS[name].kept,
);

/** A name of `CUSTOM_EVENT_LIMITS.propertyName`. */
const DATA = /^(data|number)\.(.{1,40})$/su;

/**
 * What of a custom event's own properties a property asks for: `data.color` the text of its color,
 * `number.total` its total as a number.
 */
export const dataKey = (property: string): string | undefined => DATA.exec(property)?.[2];

/** A property by its name; undefined: the kind has none of that name. */
export function propertyOf(name: EventKindName, property: string): EventProperty | undefined {
  const key = dataKey(property);
  if (name === 'custom.event' && key !== undefined)
    return { type: property.startsWith('number.') ? 'number' : 'text', words: key };
  const properties: Readonly<Record<string, EventProperty>> = EVENT_KINDS[name].properties;
  return Object.hasOwn(properties, property) ? properties[property] : undefined;
}

/** The JSON Schema (2020-12) of what an event of a kind says. */
export function eventSchema(name: EventKindName): Record<string, unknown> {
  const properties = Object.entries<EventProperty>(EVENT_KINDS[name].properties);
  return {
    type: 'object',
    title: EVENT_KINDS[name].words.title,
    properties: Object.fromEntries(
      properties.map(([key, { type, words }]) => [
        key,
        {
          type: [type === 'id' ? 'integer' : type === 'text' ? 'string' : 'number', 'null'],
          description: words,
        },
      ]),
    ),
    required: properties.map(([key]) => key),
    ...(name === 'custom.event' && {
      patternProperties: { '^data\\.': { type: ['string', 'number', 'boolean'] } },
    }),
    additionalProperties: false,
  };
}
