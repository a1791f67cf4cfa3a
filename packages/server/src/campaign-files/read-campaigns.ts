/** Reads a file of campaigns, a piece at a time. */
import { isUtf8 } from 'node:buffer';
import { encodeFields, fileRefusal } from '@parley/contract';
import { type FileFault, type ReadFile, readCampaignFile } from '@parley/contract/campaign-file/index.ts';
import { CAMPAIGN_FILE_LIMITS } from '@parley/rules/campaign-file-limits.ts';
import { Malformed, Refusal } from '../platform/errors.ts';
import type { UploadedFile } from '../platform/http/handler.ts';
import { createSlices } from '../platform/slices.ts';

/** A file that cannot be used; each fault with a JSON Pointer. */
export class UnusableFile extends Refusal {
  readonly faults: readonly FileFault[];
  constructor(faults: readonly FileFault[]) {
    const [first] = faults;
    const where = first && first.pointer !== '' ? `${first.pointer}: ` : '';
    const told = encodeFields(fileRefusal, { faults: [...faults] });
    super(`This file can’t be imported. ${where}${first?.problem ?? ''}`, 'file', told);
    this.faults = faults;
  }
}

/** @throws UnusableFile */
export async function readCampaigns(value: unknown): Promise<ReadFile> {
  const read = await readCampaignFile(value, createSlices());
  if (Array.isArray(read)) throw new UnusableFile(read);
  return read;
}

/** @throws UnusableFile, also for one that is too large or no JSON; Malformed without a file. */
export async function readUploadedCampaigns(file: UploadedFile | null): Promise<ReadFile> {
  if (!file) throw new Malformed('file', 'Choose a JSON file.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > CAMPAIGN_FILE_LIMITS.bytes) throw unusable(TOO_LARGE);
    chunks.push(chunk);
  }
  return readCampaigns(parsed(Buffer.concat(chunks)));
}

const TOO_LARGE = `It’s larger than ${CAMPAIGN_FILE_LIMITS.bytes / 1024 / 1024} MB.`;
const unusable = (problem: string) => new UnusableFile([{ pointer: '', problem }]);

function parsed(bytes: Buffer): unknown {
  if (bytes.length === 0) throw unusable('It’s empty.');
  if (!isUtf8(bytes)) throw unusable('It isn’t text in UTF-8.');
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw unusable('It isn’t JSON.');
  }
}
