/** Conversations that are going on, and the version of their campaign that they have. */
import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { call, rows, wire } from './kernel/call.ts';
import { id, int, json } from './kernel/codec.ts';

const MOST_VERSIONS = 2_000_000_000;
const batch = wire('inpBatchId', id);
const stepId = z.int().check(z.minimum(1));

export const conversations = {
  onVersions: call(
    'control-point/ListPeopleOnVersions',
    { campaign: batch },
    {
      live: wire('LIVEVERSION', int()),
      people: wire(
        'PEOPLE',
        rows({
          version: wire('NUMBER', int()),
          step: wire('ID', int()),
          count: wire('COUNT', int()),
        }),
      ),
    },
    {
      about:
        'Who is in the middle of a version that is not live any more: how many wait at which of its steps. Whoever just waits for the answer of another system is not among them.',
    },
  ),
  moveToLive: call(
    'control-point/MovePeopleToLive',
    {
      campaign: batch,
      from: wire('NUMBER', int(1, MOST_VERSIONS)),
      live: wire('LIVEVERSION', int(1, MOST_VERSIONS)),
      places: wire(
        'PLACES',
        json(
          z.array(z.strictObject({ step: stepId, to: stepId })).check(
            z.minLength(1),
            z.maxLength(COUNT_LIMITS.steps),
            z.refine((places) => new Set(places.map(({ step }) => step)).size === places.length),
          ),
          'list of {step, to}, each step once',
        ),
      ),
    },
    { moved: wire('COUNT', int()) },
    {
      sends: true,
      about:
        'Moves whoever waits at a step of an earlier version to a step of the same kind of the live one; others finish on the version that they began on. Refused when another version is live by now.',
    },
  ),
};
