import { Text, TextInput } from '@mantine/core';
import type { Flow } from '@parley/engine/flow.ts';
import type { ReactNode } from 'react';
import { Fold } from '../steps/fold.tsx';
import { titleOf } from '../steps/looks.ts';
import type { Names } from '../steps/step-looks.ts';
import classes from './phone.module.css';
import { tagsRead } from './tags-read.ts';
import type { OpenTalk } from './use-talk.ts';
import { wordings } from './wordings.ts';

type VariablesProps = { talk: OpenTalk; draft: Flow; names: Names };

/** What the conversation knows of the contact: tags to try other values with, answers, lists. */
export function Variables({ talk, draft, names }: VariablesProps) {
  const read = tagsRead(draft);
  const written = Object.keys(talk.tags).filter((tag) => !read.includes(tag));
  const answers = draft.steps.flatMap((step) => {
    const answer = talk.answers[step.id];
    return answer ? [{ step, answer }] : [];
  });
  const known = Object.entries(talk.known);
  const count = read.length + written.length + answers.length + known.length + talk.lists.length;
  return (
    <div className={classes.variables}>
      <Fold
        title={wordings.variables.variables}
        summary={count === 0 ? wordings.variables.noneYet : String(count)}
        openAtFirst
      >
        {count === 0 && <Text c="dimmed">{wordings.variables.tagsAndAnswersShowUp}</Text>}
        {read.map((tag) => (
          <TextInput
            key={tag}
            size="xs"
            label={tag}
            placeholder={wordings.variables.noValue}
            value={talk.tags[tag] ?? ''}
            onChange={(event) => talk.give(tag, event.currentTarget.value)}
            mb="xs"
          />
        ))}
        <dl className={classes.values}>
          {written.map((tag) => (
            <Row key={tag} name={tag} value={talk.tags[tag] ?? ''} />
          ))}
          {answers.map(({ step, answer }) => (
            <Row
              key={step.id}
              name={`${step.position}. ${titleOf(step)}`}
              value={
                answer.intent === '' || answer.intent === answer.raw
                  ? answer.raw
                  : `${answer.raw} → ${answer.intent}`
              }
            >
              {answer.score !== '' && (
                <span className={classes.score}>{wordings.variables.score(answer.score)}</span>
              )}
            </Row>
          ))}
          {known.map(([name, value]) => (
            <Row key={name} name={name} value={value} />
          ))}
          {talk.lists.map((list) => (
            <Row
              key={list}
              name={wordings.variables.optedInTo}
              value={names.list(list) ?? wordings.variables.list(list)}
            />
          ))}
        </dl>
      </Fold>
    </div>
  );
}

function Row({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div className={classes.value}>
      <dt className="clamp-1">{name}</dt>
      <dd>
        {value} {children}
      </dd>
    </div>
  );
}
