/** A title of several parts, each of which stays on one line where it has room, such as a contract number. */
export const TitleParts = ({ title }: { title: string }) =>
  title.split(' · ').map((part, at, parts) => (
    <span key={part} className="title-part">
      {part}
      {at < parts.length - 1 ? ' · ' : ''}
    </span>
  ));
