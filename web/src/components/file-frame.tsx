/** A file in a frame, on white in every colour scheme, as the file expects it. */
export const FileFrame = ({ address, name }: { address: string; name: string }) => (
  // In a style sheet the build would replace `color-scheme` by variables of its own.
  <iframe src={address} title={name} className="file-frame" style={{ colorScheme: 'light' }} />
);
