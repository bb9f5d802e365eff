/** Changes the width of a column with the pointer; the form of the columns does it with the keyboard. */
import type { CSSProperties, PointerEvent } from 'react';
import { MAX_WIDTH, MIN_WIDTH, type Widths } from './use-layout.ts';

/** The width of a cell, for `.records` in workspace.css; a phone shows cards, which have none. */
export const sizeOf = (width: number | undefined): CSSProperties | undefined =>
  width ? ({ '--column-width': `${width}px` } as CSSProperties) : undefined;

export const ResizeHandle = (props: { name: string; widths: Widths; resize: (widths: Widths) => void }) => {
  const { name, widths, resize } = props;
  const start = (event: PointerEvent<HTMLSpanElement>) => {
    const handle = event.currentTarget;
    const cell = handle.parentElement;
    if (!cell || event.button !== 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const [from, width] = [event.clientX, cell.offsetWidth];
    const at = (x: number) => Math.round(Math.min(Math.max(width + x - from, MIN_WIDTH), MAX_WIDTH));
    // The head alone while it is dragged; all rows with the end of it.
    handle.onpointermove = ({ clientX }) => cell.style.setProperty('--column-width', `${at(clientX)}px`);
    handle.onpointerup = ({ clientX }) => {
      handle.onpointermove = null;
      handle.onpointerup = null;
      if (clientX !== from) resize({ ...widths, [name]: at(clientX) });
    };
  };
  return <span className="resize-handle" aria-hidden onPointerDown={start} />;
};
