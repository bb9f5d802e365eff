import { useMemo } from 'react';
import { qrModules } from './qr.ts';

/** Light modules around the code, without which scanners do not find it. */
const QUIET = 4;

/** A QR code, dark on white in both colour schemes: scanners want it so. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = useMemo(() => {
    const rows = qrModules(text);
    const squares = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')));
    return { size: rows.length + QUIET * 2, path: squares.join('') };
  }, [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={208}
      height={208}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ alignSelf: 'center', borderRadius: 'var(--mantine-radius-md)' }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
