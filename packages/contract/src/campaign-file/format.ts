/** The file of a campaign: all that it needs elsewhere, in words of its own, without people and secrets. */
import type { StepShorthand } from '@parley/engine/flow-shorthand.ts';
import { CAMPAIGN_FILE_LIMITS } from '@parley/rules/campaign-file-limits.ts';
import { COUNT_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { z } from 'zod';
import { anyText, instant, wordsGiven } from '../api/schema.ts';
import { FileStep, languageCode } from './step-schema.ts';

export const FILE_FORMAT = 'parley-campaign';
/** Raised when older servers could not read what is written, or would read it wrongly. */
export const FILE_VERSION = 1;

const id = z.int().min(1).max(1_000_000).meta({ description: 'Of this file alone.' });
const address = anyText(2_000);

/** All but the steps. */
const frame = {
  format: z.literal(FILE_FORMAT),
  version: z.literal(FILE_VERSION),
  exported_at: instant.optional(),
  tags: z
    .array(
      z.strictObject({
        name: wordsGiven(TEXT_LIMITS.tagName),
        values: z
          .array(anyText(TEXT_LIMITS.tagValue))
          .max(COUNT_LIMITS.steps)
          .optional()
          .meta({ description: 'What the steps store in it, as far as that is a fixed text.' }),
      }),
    )
    .max(CAMPAIGN_FILE_LIMITS.things)
    .optional()
    .meta({ description: 'Tags that the steps name.' }),
  lists: z
    .array(z.strictObject({ id, name: wordsGiven(TEXT_LIMITS.name) }))
    .max(CAMPAIGN_FILE_LIMITS.things)
    .optional()
    .meta({ description: 'Lists that the steps name.' }),
  campaigns: z
    .array(
      z.strictObject({
        id,
        name: wordsGiven(TEXT_LIMITS.name),
        self: z.boolean().optional().meta({ description: 'It is the campaign of this file.' }),
      }),
    )
    .max(CAMPAIGN_FILE_LIMITS.things)
    .optional()
    .meta({ description: 'Campaigns that the steps switch to.' }),
  media: z
    .array(z.strictObject({ step: id, address }))
    .max(COUNT_LIMITS.steps)
    .optional()
    .meta({ description: 'Addresses of pictures that the steps send. The pictures are not in the file.' }),
  left_out: z
    .array(
      z.strictObject({
        step: id,
        where: z.enum(['header', 'form', 'address', 'body']),
        name: anyText(200),
      }),
    )
    .max(CAMPAIGN_FILE_LIMITS.leftOut)
    .optional()
    .meta({ description: 'Secrets of API calls, which a file never holds: to be filled in again.' }),
};

const campaign = {
  name: wordsGiven(TEXT_LIMITS.name),
  icon: z.int().min(0).max(1_000_000).optional(),
  language: languageCode.optional().meta({ description: 'What its texts are written in; absent: English.' }),
  guided: z.boolean().optional().meta({ description: 'It opens in Guided Configuration.' }),
  by_first_word: z
    .boolean()
    .optional()
    .meta({ description: 'A text that only begins with a keyword starts it, too.' }),
  keywords: z
    .array(
      z.strictObject({
        keyword: anyText(TEXT_LIMITS.keyword),
        channel: anyText(TEXT_LIMITS.name).optional().meta({ description: 'The name of the channel.' }),
      }),
    )
    .max(CAMPAIGN_FILE_LIMITS.things)
    .optional()
    .meta({ description: 'The words that start it; on each channel the one of its Keyword field first.' }),
};

/** A campaign file as its JSON Schema says it. */
export const CampaignFile = z
  .strictObject({
    ...frame,
    campaign: z.strictObject({ ...campaign, steps: z.array(FileStep).max(COUNT_LIMITS.steps) }),
  })
  .meta({
    id: 'CampaignFile',
    description: 'A campaign with all that it needs, without people and secrets.',
  });

/** What is read before the steps, which are read one by one. */
export const FileFrame = z.strictObject({
  ...frame,
  campaign: z.strictObject({ ...campaign, steps: z.array(z.unknown()).max(COUNT_LIMITS.steps) }),
});

type Frame = z.output<typeof FileFrame>;
/** As it is written: steps with what differs from new ones. */
export type WrittenFile = Omit<Frame, 'campaign'> & {
  campaign: Omit<Frame['campaign'], 'steps'> & { steps: StepShorthand[] };
};

/** The JSON Schema of a campaign file. */
export function campaignFileSchema(): Record<string, unknown> {
  const { id: _, ...schema } = z.toJSONSchema(CampaignFile, { io: 'input' }) as Record<string, unknown>;
  return { title: 'Parley campaign file', ...schema };
}
