/** Campaigns as files have them, whatever wrote the file: what an import works on. */
import type { Step } from '@parley/engine';
import type { MappingNote, NamedFlow, NamedThing } from '@parley/engine/rapidpro/index.ts';

/** A secret of an API call that is not in the file. `step`: its place, from 1. */
export type OmittedSecret = { step: number; where: 'header' | 'form' | 'address' | 'body'; name: string };

export type CampaignDraft = {
  /** By which other campaigns of the same file name it; ''. */
  key: string;
  name: string;
  icon: number | null;
  /** A BCP 47 code; null: the file does not say. */
  language: string | null;
  isGuided: boolean;
  byFirstWord: boolean;
  /** `channel`: its name, '' for any. */
  keywords: { keyword: string; channel: string }[];
  /** Their ids, and those of lists and campaigns that they name, are of the file alone. */
  steps: Step[];
  tags: string[];
  lists: NamedThing[];
  campaigns: NamedFlow[];
  leftOut: OmittedSecret[];
  /** What a file of another program has that does not map. */
  notes: MappingNote[];
};

/** Something in a file that cannot be used. `pointer`: a JSON Pointer (RFC 6901); '' is the whole file. */
export type FileFault = { pointer: string; problem: string };

export type ReadFile = { source: 'parley' | 'rapidpro'; drafts: CampaignDraft[] };
