/** Beside the steps: what the choices so far come to. */

import { Loader, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { displayPhone } from '@parley/rules/phone.ts';
import type { ReactNode } from 'react';
import { useAccount, useZone } from '../data/use-account.ts';
import { Bubble } from '../kit/bubble.tsx';
import { Filled } from '../kit/filled.tsx';
import { Explained, FunnelBar, formatNumber } from '../kit/numbers.tsx';
import { common } from '../kit/wordings.ts';
import classes from './blast.module.css';
import { funnelOf, type Review } from './review.ts';
import { endWords, speedWords, startLine } from './schedule.ts';
import { SendTest } from './send-test.tsx';
import type { Wizard } from './use-wizard.ts';
import { lowerFirst, wordings } from './wordings.ts';

export function BlastSummary({ wizard }: { wizard: Wizard }) {
  const { review, isLoading, isStale } = wizard.review;
  return (
    <aside className={classes.summary} aria-label={wordings.summary.summary}>
      <Part title={wordings.summary.audience} busy={isLoading || isStale}>
        {review ? (
          <div data-stale={isStale || undefined} className={classes.fresh}>
            <FunnelBar steps={funnelOf(review, wizard.draft)} />
            {review.queued > 0 && (
              <Text c="dimmed" mt="sm">
                <Filled
                  words={wordings.summary.fromEarlierBlasts}
                  parts={{
                    waiting: (
                      <Explained
                        label={wordings.summary.stillWaiting(review.queued)}
                        about={wordings.summary.messagesFromEarlierBlasts}
                      />
                    ),
                  }}
                />
              </Text>
            )}
          </div>
        ) : isLoading ? (
          <Stack gap="sm" aria-hidden>
            <Skeleton height={20} />
            <Skeleton height={20} width="80%" />
            <Skeleton height={20} width="70%" />
          </Stack>
        ) : (
          <Text c="dimmed">{wordings.summary.chooseAListToSee}</Text>
        )}
      </Part>
      <Part title={common.credits}>
        <Credits review={review} />
      </Part>
      <Part title={wordings.summary.startsAndEnds}>
        <When wizard={wizard} />
      </Part>
      <Part title={wordings.summary.whatTheyllGet}>
        <SendTest wizard={wizard} />
        <Examples review={review} />
      </Part>
    </aside>
  );
}

function Part({ title, busy, children }: { title: string; busy?: boolean; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <div className={classes.partHead}>
        <Title order={2} className={classes.partTitle}>
          {title}
        </Title>
        {busy && <Loader size={14} role="status" aria-label={wordings.summary.counting} />}
      </div>
      {children}
    </section>
  );
}

function When({ wizard }: { wizard: Wizard }) {
  const zone = useZone();
  const { review } = wizard.review;
  const { startAt, localTime } = wizard.draft;
  const now = new Date();
  // A credit is taken for a segment here: the two differ little, and the exact figure takes longer to count.
  const load = review && { ...review, segments: review.creditsNeeded };
  const end = load && load.eligible > 0 && !localTime ? endWords(startAt, zone, now, load) : null;
  return (
    <dl className={classes.starts}>
      <dt>{wordings.shared.starts}</dt>
      <dd>{startLine(wizard.draft, zone, now)}</dd>
      <dt>{wordings.summary.ends}</dt>
      <dd>
        {end ? (
          <Explained
            label={wordings.summary.about(lowerFirst(end))}
            about={wordings.summary.speed(review ? speedWords(review) : '')}
          />
        ) : review && review.eligible > 0 ? (
          localTime ? (
            wordings.summary.whenThatTimeHasCome
          ) : (
            wordings.summary.asSoonAsTheCarrier
          )
        ) : (
          '–'
        )}
      </dd>
    </dl>
  );
}

function Credits({ review }: { review: Review | undefined }) {
  const { data: account } = useAccount();
  const balance = review?.balance ?? account?.balance;
  if (balance === undefined) return <Skeleton height={20} />;
  if (!review) return <Text className="tabular">{wordings.summary.inYourBalance(balance)}</Text>;
  const needed = review.creditsNeeded;
  const share = balance === 0 ? (needed > 0 ? 100 : 0) : Math.min(100, (needed / balance) * 100);
  return (
    <>
      <div className={classes.credits}>
        <Explained
          label={`${formatNumber(needed)} needed`}
          about={wordings.summary.theTotalForEveryoneEligible}
        />
        <span className="tabular">{wordings.summary.of(balance)}</span>
      </div>
      <Progress
        value={share}
        color={needed > balance ? 'red' : undefined}
        aria-label={wordings.summary.creditsNeededOfTheBalance}
        mt={6}
      />
      {needed > balance && (
        <Text c="var(--mantine-color-error)" mt={6} className="tabular">
          {wordings.summary.tooFew(needed - balance)}
        </Text>
      )}
    </>
  );
}

/** One of each text: the same one thrice says no more. */
function differing(examples: Review['examples']): Review['examples'] {
  return [...new Map(examples.toReversed().map((example) => [example.text, example])).values()].toReversed();
}

function Examples({ review }: { review: Review | undefined }) {
  if (!review || review.examples.length === 0)
    return <Text c="dimmed">{wordings.summary.youllSeeRealExamplesOnce}</Text>;
  return (
    <div className={classes.examples}>
      {differing(review.examples).map((example) => (
        <Bubble key={example.phone} side="in" meta={`to ${displayPhone(example.phone)}`}>
          {example.text}
        </Bubble>
      ))}
    </div>
  );
}
