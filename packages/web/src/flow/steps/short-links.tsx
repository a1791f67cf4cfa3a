import { Switch, Text } from '@mantine/core';
import { shortLinkSample } from '@parley/rules/links.ts';
import { useAccount } from '../../data/use-account.ts';
import { Filled } from '../../kit/filled.tsx';
import type { FormProps } from './form.ts';
import { wordings } from './wordings.ts';

type Linked = 'message' | 'final-message' | 'choice-question' | 'open-question' | 'notification';

/** What short links begin with, when this step writes them: then texts are counted as they are sent. */
export function useLinkBase({ shortLinks }: { shortLinks?: boolean }): string | undefined {
  const { data } = useAccount();
  return shortLinks ? data?.linkBase : undefined;
}

/** Whether the links in a step's texts are shortened for each person. */
export function ShortLinks({ step, edit }: Pick<FormProps<Linked>, 'step' | 'edit'>) {
  const base = useLinkBase(step);
  return (
    <Switch
      label={wordings.shortLinks.shortenLinksAndCountClicks}
      description={
        base === undefined ? (
          wordings.shortLinks.linksThatBeginWithHttp
        ) : (
          <Filled
            words={wordings.shortLinks.everyoneGetsTheirOwnLink}
            parts={{
              sample: (
                <Text component="span" inherit className="tabular" style={{ overflowWrap: 'anywhere' }}>
                  {shortLinkSample(base)}
                </Text>
              ),
            }}
          />
        )
      }
      checked={step.shortLinks ?? false}
      onChange={(event) => edit({ shortLinks: event.currentTarget.checked })}
    />
  );
}
