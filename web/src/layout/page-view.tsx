/** Draws the page that is shown. */
import { Component, memo, type ReactNode, startTransition, use, useLayoutEffect, useState } from 'react';
import { Crashed, NotLoaded, Waiting } from '../components/feedback/page-fallbacks.tsx';
import { follow, type Place, shownNow } from '../router/router.ts';
import { BusyContext, PlaceContext } from '../router/use-router.ts';

interface Caught {
  readonly place: Place;
  readonly crashed?: { readonly error: unknown };
}

/** Says that a part has failed, until another place is shown. */
class Boundary extends Component<{ place: Place; children: ReactNode }, Caught> {
  static getDerivedStateFromError(error: unknown): Partial<Caught> {
    return { crashed: { error } };
  }
  static getDerivedStateFromProps({ place }: { place: Place }, caught: Caught): Caught | null {
    return place === caught.place ? null : { place, crashed: undefined };
  }
  override state: Caught = { place: this.props.place };
  override render() {
    const { crashed } = this.state;
    return crashed ? <Crashed error={crashed.error} /> : this.props.children;
  }
}

/** Not rendered again because another page is loading. */
const Level = memo(({ level }: { level: number }) => {
  const place = use(PlaceContext);
  const part = place.parts[level];
  const Drawn = part ? (part.now() ?? NotLoaded) : Waiting;
  return (
    <Boundary place={place}>
      <Drawn />
    </Boundary>
  );
});

/** The content of the frame. */
export const InnerPart = () => <Level level={1} />;

export const ShownPage = () => {
  const [{ place, busy }, setShown] = useState(shownNow);
  useLayoutEffect(() => {
    const draw = () => setShown(shownNow());
    // The shown page stays usable while the next one renders. A page that changes its own address renders at once:
    // the user types.
    const drawNext = () => startTransition(draw);
    drawNext();
    return follow((samePage) => (samePage ? draw() : drawNext()));
  }, []);
  return (
    <PlaceContext value={place}>
      <BusyContext value={busy}>
        <Level level={0} />
      </BusyContext>
    </PlaceContext>
  );
};
