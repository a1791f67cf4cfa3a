import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { common } from '../kit/wordings.ts';
import classes from './inbox.module.css';
import { NoteBox } from './note-box.tsx';
import { ReplyBox, type ReplyBoxProps } from './reply-box.tsx';
import { wordings } from './wordings.ts';

const KINDS = [
  { value: 'reply', label: wordings.compose.reply },
  { value: 'note', label: common.note },
];

/** Where somebody writes: to the person, or a note to colleagues. */
export function Compose(props: ReplyBoxProps) {
  const [kind, setKind] = useState('reply');
  const choice = (
    <SegmentedControl
      size="xs"
      data={KINDS}
      value={kind}
      onChange={setKind}
      aria-label={wordings.compose.messageType}
      className={classes.kind ?? ''}
    />
  );
  return (
    <div className={classes.compose} data-kind={kind}>
      {kind === 'reply' ? (
        <ReplyBox {...props} choice={choice} />
      ) : (
        <NoteBox contact={props.contact} choice={choice} />
      )}
    </div>
  );
}
