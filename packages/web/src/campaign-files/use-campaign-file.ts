import { calls, type ReplyOf } from '@parley/contract';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type AskError, ask } from '../data/ask.ts';
import { showFailure } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';

type FilePreview = ReplyOf<typeof calls.campaignFiles.preview>;
export type PlannedCampaign = FilePreview['campaigns'][number];
export type MadeCampaign = ReplyOf<typeof calls.campaignFiles.run>['campaigns'][number];

/** `channel`: where keywords go; 0: where the file says. */
type Looked = { file: File; channel: number; preview: FilePreview };

/** A file of campaigns on its way: looked at, perhaps again for another channel, and made. */
export function useCampaignFile() {
  const navigate = useNavigate();
  const [reading, setReading] = useState<File | null>(null);
  const [looked, setLooked] = useState<Looked | null>(null);
  const [error, setError] = useState<AskError | null>(null);
  /** What is said above a preview that had to be made anew. */
  const [news, setNews] = useState('');
  const [made, setMade] = useState<MadeCampaign[]>([]);
  const turn = useRef(0);

  /** Only what was asked last counts. */
  const look = async (file: File, channel: number) => {
    turn.current += 1;
    const own = turn.current;
    setReading(file);
    setError(null);
    try {
      const preview = await ask(calls.campaignFiles.preview, { channel }, { file });
      if (own === turn.current) setLooked({ file, channel, preview });
    } catch (failed) {
      if (own === turn.current) {
        setLooked(null);
        setError(failed as AskError);
      }
    }
    if (own === turn.current) setReading(null);
  };
  const choose = async (file: File) => {
    setNews('');
    // A copy of its own: what is imported is what was looked at, whatever becomes of the file meanwhile.
    const read = await file.arrayBuffer().catch(() => null);
    await look(read ? new File([read], file.name, { type: 'application/json' }) : file, 0);
  };
  const { run } = calls.campaignFiles;
  const start = useAction(run, {
    ...(looked && { send: { file: looked.file } }),
    invalidates: [calls.campaigns.list, calls.lists.list, calls.tags.list],
    onSuccess: async ({ campaigns }) => {
      const [first, ...others] = campaigns;
      if (first && others.length === 0) await navigate(`/campaign/editor/${first.id}`);
      else setMade(campaigns);
    },
    onFailure: (failed) => {
      if (failed.detail !== 'print' || !looked) return showFailure(run, failed);
      setNews(failed.message);
      void look(looked.file, looked.channel);
    },
  });

  return {
    reading,
    looked,
    error,
    news,
    made,
    choose: (file: File) => void choose(file),
    chooseChannel: (channel: number) => looked && void look(looked.file, channel),
    startAnew: () => {
      turn.current += 1;
      setReading(null);
      setLooked(null);
      setNews('');
    },
    isStarting: start.isPending,
    start: (chosen: number[], withKeywords: boolean) =>
      looked && start.mutate({ channel: looked.channel, chosen, withKeywords, print: looked.preview.print }),
  };
}
