import { Anchor, Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { isLost } from '../data/ask.ts';
import { mayFollow } from '../data/confirm.ts';
import { logFailure } from '../data/log.ts';

/** `href`: a call that answers a file (`addressOf`). */
type DownloadProps = { href: string; children: ReactNode };

/**
 * Follows a link to a file once the session is the screen's; where the call needs it, after the person has
 * confirmed that it is them.
 */
async function follow(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  const { href } = event.currentTarget;
  event.preventDefault();
  try {
    if (!(await mayFollow(href))) return;
  } catch (error) {
    if (isLost(error)) return;
    logFailure(href, error);
  }
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}

/** What every link to a file has in common. */
const fileLink = (href: string) =>
  ({
    component: 'a',
    href,
    download: true,
    onClick: (event: MouseEvent<HTMLAnchorElement>) => void follow(event),
  }) as const;

/** A button that downloads a file. */
export function DownloadButton({
  href,
  variant = 'default',
  children,
}: DownloadProps & { variant?: 'default' | 'subtle' }) {
  return (
    <Button {...fileLink(href)} leftSection={<IconDownload size={16} />} variant={variant}>
      {children}
    </Button>
  );
}

/** An entry of a menu that downloads a file. */
export function DownloadItem({ href, children }: DownloadProps) {
  return (
    <Menu.Item {...fileLink(href)} leftSection={<IconDownload size={16} />}>
      {children}
    </Menu.Item>
  );
}

/** A link in a text that downloads a file. */
export function DownloadLink({ href, className, children }: DownloadProps & { className?: string }) {
  return (
    <Anchor {...fileLink(href)} inherit underline="always" className={className ?? ''}>
      {children}
    </Anchor>
  );
}
