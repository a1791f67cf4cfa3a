import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { QrPicture, qrCodeOf } from '../kit/qr-picture.tsx';
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
  return (
    <div className={classes.qr}>
      <QrPicture text={text} label={label} />
      <Button
        component="a"
        href={qrCodeOf(text)}
        download={fileName}
        variant="default"
        leftSection={<IconDownload size={16} />}
        aria-label={wordings.qrCode.downloadOf(label)}
      >
        {wordings.qrCode.downloadAsSvg}
      </Button>
    </div>
  );
}
