import { isBlank } from '@parley/rules/blank.ts';
import { absolute, isWebAddress } from '@parley/rules/links.ts';

import { fault, fill, linked, placeLink, sayWording, type Wording, wordingOf } from '../turn.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, PLAIN, type StepKind } from './step-kind.ts';

/**
 * Sends a picture with its text; on a channel that carries none, the text with a short link to the picture.
 */
export const mms: StepKind<'mms'> = {
  blank: { text: '', media: '' },
  enter(turn, step) {
    const { text, links } = wordingOf(turn, step, step.text);
    const media = fill(turn, step.media).trim();
    const { channel } = turn.context;
    if (text.trim() === '' && media === '') fault(turn, step.id, 'This step has neither picture nor text.');
    else if (media === '' || !channel || channel.carriesMms)
      turn.effects.push({ do: 'sendMms', step: step.id, text, media, ...linked(links) });
    else {
      const wording: Wording = { text: text.trim() === '' ? '' : `${text} `, links };
      const written = absolute(step.media.trim());
      // An address that is a value as a whole is nobody's to shorten: it is texted as it is.
      if (isWebAddress(written)) placeLink(turn, wording, written, channel);
      else wording.text += media;
      sayWording(turn, step, wording);
    }
    return 'next';
  },
  texts: ({ text, media }) => ({ ...NO_TEXTS, sent: [text], read: [media] }),
  exits: () => ONWARD,
  redirect: () => ({}),
  references: () => NO_REFERENCES,
  check(step, { report }) {
    if (isBlank(step.media) && isBlank(step.text))
      report('error', step, 'empty-text', 'This step has no picture and no text to send.');
    else if (isBlank(step.media))
      report('warning', step, 'no-picture', 'This step has no picture, so only its text will be sent.');
  },
  rests: () => 'never',
  traits: PLAIN,
};
