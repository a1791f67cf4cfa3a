import { calls, type ReplyOf } from '@parley/contract';
import type { ReactNode } from 'react';
import { useMaySend } from '../account/sender-only.tsx';
import { useTextDraft } from '../data/draft.ts';
import { wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { MessageBox } from '../flow/message-box/message-box.tsx';
import { Notice } from '../kit/notice.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { AnswersMenu } from './answers-menu.tsx';
import classes from './inbox.module.css';
import { OfferedAnswers } from './offered-answers.tsx';
import { useAnswers } from './use-answers.ts';
import { wordings } from './wordings.ts';
import { WriteForm } from './write-form.tsx';

export type ReplyBoxProps = {
  contact: number;
  person: Pick<ReplyOf<typeof calls.inbox.thread>, 'channel' | 'optedOut'>;
  onSent: () => void;
};

/** Writes to one person; what is typed stays until it is sent. `choice`: what else may be written. */
export function ReplyBox({ contact, person, onSent, choice }: ReplyBoxProps & { choice: ReactNode }) {
  const [text, setText] = useTextDraft(`inbox-reply:${contact}`);
  const answers = useAnswers({ contact, text, setText });
  const reply = useAction(calls.inbox.reply, {
    onSuccess: () => {
      setText('');
      onSent();
    },
    onFailure: () => undefined,
    invalidates: [calls.inbox.threads, calls.inbox.waiting, calls.account.load],
  });
  const maySend = useMaySend();
  if (!maySend)
    return (
      <div className={classes.reply}>
        <Notice>{wordings.replyBox.othersReply}</Notice>
        {choice}
      </div>
    );
  if (person.optedOut)
    return (
      <div className={classes.reply}>
        <Notice tone="warning">{wordings.replyBox.thisNumberHasOptedOut}</Notice>
        {choice}
      </div>
    );
  if (person.channel === '')
    return (
      <div className={classes.reply}>
        <Notice tone="warning">{wordings.replyBox.theresNoChannelToReply}</Notice>
        {choice}
      </div>
    );
  return (
    <WriteForm
      act={wordings.replyBox.send}
      text={text}
      isPending={reply.isPending}
      onWritten={() => reply.mutate({ contact, text, channel: '' })}
      choice={choice}
    >
      <OfferedAnswers answers={answers} />
      <MessageBox
        label={wordings.replyBox.yourReply}
        placeholder={wordings.replyBox.writeFrom(phoneText(person.channel))}
        value={text}
        onChange={setText}
        rows={2}
        error={reply.error ? wordsOf(reply.error) : undefined}
        area={answers.area}
      >
        <AnswersMenu answers={answers.all} onPick={answers.pick} />
      </MessageBox>
    </WriteForm>
  );
}
