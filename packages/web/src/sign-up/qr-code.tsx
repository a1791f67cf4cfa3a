import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { renderSVG } from 'uqr';
import classes from './sign-up-page.module.css';
import { wordings } from './wordings.ts';

type QrCodeProps = {
  /** What it leads to. */
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
  fileName: string;
};

/** A QR code to print, as a vector picture. */
export function QrCode({ text, label, fileName }: QrCodeProps) {
  const href = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(renderSVG(text, { border: 4 }))}`;
  return (
    <div className={classes.qr}>
      <img src={href} alt={label} width={132} height={132} />
      <Button
        component="a"
        href={href}
        download={fileName}
        variant="default"
        leftSection={<IconDownload size={16} />}
      >
        {wordings.qrCode.downloadAsSvg}
      </Button>
    </div>
  );
}
