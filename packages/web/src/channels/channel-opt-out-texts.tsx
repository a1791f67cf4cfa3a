import { Skeleton, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { OptOutTextFields } from '../account/opt-out-texts-form.tsx';
import { useAction, useCall } from '../data/use-call.ts';
import { FailedState } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import classes from './connection.module.css';
import { wordings } from './wordings.ts';

const words = wordings.channelOptOutTexts;

/** Opt-out words and replies of one channel, for a second brand or language. */
export function ChannelOptOutTexts({ channel }: { channel: number }) {
  const { data, error, refetch } = useCall(calls.gate.channelOptOutTexts, { channel });
  return (
    <section className={`card ${classes.section}`} aria-labelledby="channel-opt-out-texts">
      <div>
        <Title order={2} id="channel-opt-out-texts">
          {words.title}
        </Title>
        <Text c="dimmed">{words.about}</Text>
      </div>
      {data ? (
        <Form key={channel} channel={channel} stored={data} />
      ) : error ? (
        <FailedState title={words.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={240} role="status" aria-label={common.loading} />
      )}
    </section>
  );
}

type FormProps = { channel: number; stored: ReplyOf<typeof calls.gate.channelOptOutTexts> };

function Form({ channel, stored }: FormProps) {
  const save = useAction(calls.gate.saveChannelOptOutTexts, {
    invalidates: [calls.gate.channelOptOutTexts],
    onFailure: () => undefined,
    notice: (_reply, _form, message) => message || words.saved,
  });
  return (
    <OptOutTextFields
      stored={stored}
      wordsAbout={words.wordsAbout(stored.accountWords)}
      usual={words.usual}
      onSave={(given, then) => save.mutate({ channel, ...given }, then)}
      isPending={save.isPending}
      failure={save.error}
    />
  );
}
