import { renderSVG } from 'uqr';

const SIZE = 132;

/** A QR code as an address of a vector picture, with the quiet border that readers need. */
export const qrCodeOf = (text: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(renderSVG(text, { border: 4 }))}`;

/** `label`: what it is, for those who do not see it. */
export const QrPicture = ({ text, label, size = SIZE }: { text: string; label: string; size?: number }) => (
  <img
    src={qrCodeOf(text)}
    alt={label}
    width={size}
    height={size}
    style={{ borderRadius: 'var(--mantine-radius-sm)' }}
  />
);
