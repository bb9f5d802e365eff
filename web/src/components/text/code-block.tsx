import { Code } from '@mantine/core';

/** Text as it is, such as a body or header lines; long ones scroll inside. */
export const CodeBlock = ({ label, text }: { label: string; text: string }) => (
  <Code
    block
    component="section"
    aria-label={label}
    // Only focusable elements scroll by keyboard.
    tabIndex={0}
    style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: '18rem', overflowY: 'auto' }}
  >
    {text}
  </Code>
);
