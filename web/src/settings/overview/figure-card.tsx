import { Card, Group, Text, ThemeIcon } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';

/** One number with its name; leads to its page where there is one. */
export const Figure = (props: {
  label: string;
  value: number;
  hint?: string;
  warning?: boolean;
  icon: TablerIcon;
  to?: string;
}) => {
  const { language } = useTranslation();
  const { label, value, hint, warning, icon: Icon, to } = props;
  const content = (
    <Group wrap="nowrap" align="flex-start" justify="space-between">
      <div>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text fz={28} fw={600} lh={1.3}>
          {value.toLocaleString(language)}
        </Text>
        {hint ? (
          <Text size="xs" c={warning ? 'var(--mantine-color-error)' : 'dimmed'}>
            {hint}
          </Text>
        ) : null}
      </div>
      <ThemeIcon variant="light" size={38} radius="md" color={warning ? 'red' : 'petrol'}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </ThemeIcon>
    </Group>
  );
  return to ? (
    <Card component={Link} to={to} withBorder padding="md" className="figure">
      {content}
    </Card>
  ) : (
    <Card withBorder padding="md">
      {content}
    </Card>
  );
};
