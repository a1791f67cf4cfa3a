/** Actions of RapidPro’s nodes as steps. */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { blankStep } from '../blank-step.ts';
import { API_VERBS, type ApiContentType, type Step } from '../flow.ts';
import { CONTACT_TAGS } from './expressions.ts';
import { type Mapping, shortened } from './mapping.ts';
import { asList, asRecord, asText, type Json } from './read-export.ts';

type At = { mapping: Mapping; node: number; action: Json };

/** The steps that an action becomes; what has no counterpart is noted and becomes none. */
export function stepsOfAction(mapping: Mapping, node: number, action: Json): Step[] {
  const type = asText(action.type);
  const map = Object.hasOwn(ACTIONS, type) ? ACTIONS[type] : undefined;
  if (map) return map({ mapping, node, action });
  const { what, why } = (Object.hasOwn(LEFT_OUT, type) && LEFT_OUT[type]) || {
    what: `The action “${shortened(type)}”`,
    why: 'It isn’t known here.',
  };
  mapping.note(node, what, why);
  return [];
}

const ACTIONS: Readonly<Record<string, (at: At) => Step[]>> = {
  send_msg: message,
  send_broadcast: broadcast,
  set_contact_field: ({ mapping, node, action }) =>
    storeIn({ mapping, node, action }, fieldName(asRecord(action.field)), asText(action.value)),
  set_contact_name: (at) => storeIn(at, CONTACT_TAGS.name, asText(at.action.name)),
  set_run_result: (at) => storeIn(at, asText(at.action.name), asText(at.action.value)),
  add_contact_groups: joinLists,
  call_webhook: callApi,
  enter_flow: ({ mapping, action }) => {
    const flow = asRecord(action.flow);
    return [
      {
        ...blankStep('switch'),
        id: mapping.newId(),
        switchTo: mapping.campaign(asText(flow.uuid), asText(flow.name)),
      },
    ];
  },
};

const LEFT_OUT: Readonly<Record<string, { what: string; why: string }>> = {
  remove_contact_groups: { what: 'Removing people from groups', why: 'No step takes people off a list.' },
  send_email: { what: 'An email', why: 'No step sends email. Use an API call to your mail service.' },
  call_resthook: { what: 'A resthook', why: 'Use a webhook or an API call instead.' },
  call_classifier: {
    what: 'A classifier',
    why: 'Answers of a question are told apart by words and patterns.',
  },
  call_llm: { what: 'A call of a language model', why: 'Use an API call to it instead.' },
  open_ticket: { what: 'A ticket', why: 'No step hands over to the team. Replies are in the inbox.' },
  start_session: { what: 'Starting other people in a flow', why: 'Use an automata that starts by an event.' },
  transfer_airtime: { what: 'An airtime transfer', why: 'No step does it.' },
  request_optin: { what: 'An opt-in request', why: 'Turn on double opt-in for the list instead.' },
  add_contact_urn: { what: 'Adding an address to the contact', why: 'A contact here is one phone number.' },
  add_input_labels: { what: 'Labels of messages', why: 'Messages have no labels here.' },
  set_contact_language: { what: 'Setting the language', why: 'No step sets it.' },
  set_contact_status: { what: 'Blocking or archiving the contact', why: 'No step does it.' },
  set_contact_timezone: { what: 'Setting the time zone', why: 'It’s known by the phone number.' },
  set_contact_channel: { what: 'Setting the channel', why: 'People are texted from the channel they know.' },
  set_run_local: { what: 'A local variable', why: 'Use a tag.' },
  play_audio: { what: 'Audio', why: 'This is a voice action. Parley texts.' },
  say_msg: { what: 'A spoken message', why: 'This is a voice action. Parley texts.' },
};

const fieldName = (field: Json) => asText(field.name).trim() || asText(field.key).replaceAll('_', ' ');

function message({ mapping, node, action }: At): Step[] {
  const text = mapping.text(node, asText(action.text));
  const replies = asList(action.quick_replies).map((each) => asText(each) || asText(asRecord(each).text));
  if (replies.length > 0)
    mapping.note(
      node,
      `Quick replies: ${shortened(replies.join(', '))}`,
      'Text messages have no buttons. Name the choices in the text.',
    );
  if (action.templating !== undefined && action.templating !== null)
    mapping.note(node, 'A template of the channel', 'Its text is used as it stands in the flow.');
  const pictures = picturesOf({ mapping, node, action });
  if (pictures.length === 0)
    return text === '' ? [] : [{ ...blankStep('message'), id: mapping.newId(), text }];
  return pictures.map((media, index) => ({
    ...blankStep('mms'),
    id: mapping.newId(),
    media,
    text: index === 0 ? text : '',
  }));
}

const MOST_PICTURES = 10;

/** Attachments are written as a media type and an address: `image/jpeg:https://…`. */
function picturesOf({ mapping, node, action }: At): string[] {
  const attachments = asList(action.attachments);
  mapping.noteTooMany(node, attachments.length - MOST_PICTURES, MOST_PICTURES, 'attachments');
  return attachments
    .slice(0, MOST_PICTURES)
    .map(asText)
    .flatMap((attachment) => {
      const [, kind = '', address = ''] = /^([a-z]+)(?:\/[^:]*)?:(.*)$/is.exec(attachment) ?? [];
      if (kind.toLowerCase() === 'image') return [mapping.text(node, address.trim(), 2_000)];
      mapping.note(node, `An attachment: ${shortened(attachment)}`, 'Only pictures can be sent.');
      return [];
    });
}

function broadcast({ mapping, node, action }: At): Step[] {
  const text = mapping.text(node, asText(action.text));
  const others = [...asList(action.contacts), ...asList(action.urns), ...asList(action.legacy_vars)];
  if (others.length > 0)
    mapping.note(node, 'Single receivers of a message', 'A notification goes to everyone on a list.');
  return listsOf({ mapping, node, action }).map((list) => ({
    ...blankStep('notification'),
    id: mapping.newId(),
    list,
    text,
  }));
}

function joinLists(at: At): Step[] {
  return listsOf(at).map((list) => ({ ...blankStep('opt-in'), id: at.mapping.newId(), list }));
}

/** Groups by name; those whose name is made up as the flow runs have none. */
function listsOf({ mapping, node, action }: At): number[] {
  return asList(action.groups).flatMap((each) => {
    const group = asRecord(each);
    const list = mapping.list(asText(group.name));
    if (list > 0) return [list];
    mapping.note(node, 'A group', 'Its name is put together while the flow runs. A list is chosen by hand.');
    return [];
  });
}

function storeIn({ mapping, node }: At, name: string, value: string): Step[] {
  if (name.trim() === '') {
    mapping.note(node, 'A value', 'The field that it belongs into has no name.');
    return [];
  }
  const stored = mapping.text(node, value, TEXT_LIMITS.tagValue);
  if (stored.trim() === '') {
    mapping.note(node, `Emptying “${shortened(name)}”`, 'A tag step stores a value. It can’t empty a tag.');
    return [];
  }
  return [{ ...blankStep('tag'), id: mapping.newId(), tag: mapping.tag(name), value: stored }];
}

const LONG = { url: 2_000, headers: 8_000, body: 16_000 } as const;

function callApi({ mapping, node, action }: At): Step[] {
  const verb = API_VERBS.find((each) => each === asText(action.method).toUpperCase());
  if (!verb)
    mapping.note(
      node,
      `The method ${shortened(asText(action.method)) || '(none)'}`,
      'The call is made with GET.',
    );
  const headers = Object.entries(asRecord(action.headers)).map(
    ([name, value]) => `${name}: ${asText(value).replace(/[\r\n]+/g, ' ')}`,
  );
  const body = mapping.text(node, asText(action.body), LONG.body);
  return [
    {
      ...blankStep('api-call'),
      id: mapping.newId(),
      verb: verb ?? 'GET',
      url: mapping.text(node, asText(action.url), LONG.url),
      headers: mapping.text(node, headers.join('\n'), LONG.headers),
      body,
      contentType: contentTypeOf(headers, body),
      resultAction: 'store',
    },
  ];
}

function contentTypeOf(headers: readonly string[], body: string): ApiContentType {
  const named = headers.find((line) => /^content-type:/i.test(line)) ?? '';
  if (/json/i.test(named) || /^\s*[{[]/.test(body)) return 'json';
  return /xml/i.test(named) || /^\s*</.test(body) ? 'xml' : 'text';
}
