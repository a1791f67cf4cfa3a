import { Checkbox, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Notice } from '../kit/notice.tsx';
import classes from './campaign-files.module.css';
import type { PlannedCampaign } from './use-campaign-file.ts';
import { wordings } from './wordings.ts';

const words = wordings.planned;

type PlannedCardProps = {
  campaign: PlannedCampaign;
  isChosen: boolean;
  /** Null: it is the only one. */
  onChoose: (() => void) | null;
  withKeywords: boolean;
};

/** One campaign of a file: what is made with it, and what is not. */
export function PlannedCard({ campaign, isChosen, onChoose, withKeywords }: PlannedCardProps) {
  const { name, steps, problem, isNameTaken } = campaign;
  const id = useId();
  return (
    <li className={`card ${classes.card}`} data-left={!isChosen || undefined} aria-labelledby={id}>
      <div className={classes.head}>
        {onChoose && (
          <Checkbox aria-labelledby={id} checked={isChosen} disabled={problem !== ''} onChange={onChoose} />
        )}
        <Title order={2} size="h3" id={id} className={classes.breaks ?? ''}>
          {name}
        </Title>
        <Text c="dimmed" className={classes.side ?? ''}>
          {words.steps(steps)}
        </Text>
      </div>
      {problem !== '' && (
        <Notice tone="danger" title={words.cannot}>
          {problem}
        </Notice>
      )}
      {isNameTaken && problem === '' && <Notice>{words.nameTaken}</Notice>}
      {isChosen && <Needs campaign={campaign} withKeywords={withKeywords} />}
      {isChosen && <Unmapped campaign={campaign} />}
    </li>
  );
}

function Needs({ campaign, withKeywords }: { campaign: PlannedCampaign; withKeywords: boolean }) {
  const { keywords, lists, tags, switches, pictures, leftOut } = campaign;
  return (
    <dl className={classes.needs}>
      {keywords.length > 0 && (
        <Need label={words.keywords}>
          {withKeywords ? <Keywords keywords={keywords} /> : <Text c="dimmed">{words.noKeywords}</Text>}
        </Need>
      )}
      {lists.length > 0 && <Things label={words.lists} things={lists} />}
      {tags.length > 0 && <Things label={words.tags} things={tags} />}
      {switches.length > 0 && (
        <Need label={words.switches}>
          <ul className={classes.lines}>
            {switches.map(({ name, how }) => (
              <li key={name} data-warning={how === 'missing' || undefined}>
                {how === 'self' ? words.how.self : words.switchTo(name, words.how[how])}
              </li>
            ))}
          </ul>
        </Need>
      )}
      {pictures > 0 && <Need label={words.pictures}>{words.picturesAbout(pictures)}</Need>}
      {leftOut.length > 0 && (
        <Need label={words.secrets}>
          {words.secretsAbout}
          <ul className={classes.lines}>
            {leftOut.map(({ step, where, name }) => (
              <li key={`${step} ${where} ${name}`} className={classes.breaks}>
                {words.secret(step, words.where[where], name)}
              </li>
            ))}
          </ul>
        </Need>
      )}
    </dl>
  );
}

const Need = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** Whether each is free, and on which number. */
const Keywords = ({ keywords }: { keywords: PlannedCampaign['keywords'] }) => (
  <ul className={classes.lines}>
    {keywords.map(({ keyword, channelId, channel, problem }) => (
      <li key={`${channelId} ${keyword} ${problem}`} data-warning={problem !== '' || undefined}>
        {problem === '' ? (
          <IconCheck size={16} aria-hidden className={classes.free} />
        ) : (
          <IconAlertTriangle size={16} aria-hidden />
        )}
        <span className={classes.breaks}>
          <strong>{keyword}</strong>{' '}
          {problem === '' ? words.onChannel(channel) : words.keywordLeftOut(problem)}
        </span>
      </li>
    ))}
  </ul>
);

type ThingsProps = { label: string; things: { name: string; isNew: boolean }[] };

const Things = ({ label, things }: ThingsProps) => (
  <Need label={label}>
    <ul className={classes.things}>
      {things.map(({ name, isNew }) => (
        <li key={name}>
          {name} {isNew && <span className={classes.isNew}>{words.isNew}</span>}
        </li>
      ))}
    </ul>
  </Need>
);

/** What a flow of another program has that a campaign has not, in the order of the flow. */
function Unmapped({ campaign: { unmapped } }: { campaign: PlannedCampaign }) {
  if (unmapped.length === 0) return null;
  const title = words.unmapped(unmapped.length);
  return (
    <details className={classes.unmapped} open={unmapped.length <= 10}>
      <summary>
        <IconAlertTriangle size={16} aria-hidden /> {title}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by
          keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={title}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{words.node}</th>
              <th scope="col">{words.what}</th>
              <th scope="col">{words.why}</th>
            </tr>
          </thead>
          <tbody>
            {unmapped.map(({ node, near, what, why }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and none moves
              <tr key={index}>
                <td>
                  {words.nodeAt(node)}
                  {near !== '' && <Text c="dimmed">{near}</Text>}
                </td>
                <td>{what}</td>
                <td>{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
