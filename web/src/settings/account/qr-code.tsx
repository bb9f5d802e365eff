import { useMemo } from 'react';
import { encode } from 'uqr';

/** Light modules around the code, without which scanners do not find it. */
const QUIET = 4;
/** Pixels of a module's side: a whole number, so that all modules are of one size. */
const MODULE = 4;

/** A QR code, dark on white in both colour schemes: scanners want it so. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: QUIET });
    const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={size * MODULE}
      height={size * MODULE}
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
