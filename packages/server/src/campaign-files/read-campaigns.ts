/** Reads a file of campaigns, a piece at a time. */
import { type FileFault, type ReadFile, readCampaignFile } from '@parley/contract/campaign-file/index.ts';
import { Refusal } from '../platform/errors.ts';
import { createSlices } from '../platform/slices.ts';

/** A file that cannot be used; each fault with a JSON Pointer. */
export class UnusableFile extends Refusal {
  readonly faults: readonly FileFault[];
  constructor(faults: readonly FileFault[]) {
    const [first] = faults;
    const where = first && first.pointer !== '' ? `${first.pointer}: ` : '';
    super(`This file can’t be imported. ${where}${first?.problem ?? ''}`, 'file');
    this.faults = faults;
  }
}

/** @throws UnusableFile */
export async function readCampaigns(value: unknown): Promise<ReadFile> {
  const read = await readCampaignFile(value, createSlices());
  if (Array.isArray(read)) throw new UnusableFile(read);
  return read;
}
