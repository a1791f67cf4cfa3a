import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** `href`: a call that answers a file (`addressOf`). */
type DownloadProps = { href: string; children: ReactNode };

/** What a link to a file has in common, as a button and in a menu. */
const fileLink = (href: string) =>
  ({ component: 'a', href, download: true, leftSection: <IconDownload size={16} /> }) as const;

/** A button that downloads a file. */
export function DownloadButton({
  href,
  variant = 'default',
  children,
}: DownloadProps & { variant?: 'default' | 'subtle' }) {
  return (
    <Button {...fileLink(href)} variant={variant}>
      {children}
    </Button>
  );
}

/** An entry of a menu that downloads a file. */
export function DownloadItem({ href, children }: DownloadProps) {
  return <Menu.Item {...fileLink(href)}>{children}</Menu.Item>;
}
