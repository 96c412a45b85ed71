import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import { type ReminderMinutes, reminderMinutes } from '@assay/contract/vocabulary/calendar.ts';
import { Bell, BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Format, useFormat } from '../../../shared/words/format.ts';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Menu } from '../../../ui/menu.tsx';
import { useReminders, useSetReminder } from './reminders.ts';

const minuteMs = 60_000;

const spanOf = (minutes: ReminderMinutes, format: Format): string =>
  minutes < 60
    ? format.span(minutes, 'min')
    : minutes < 1440
      ? format.span(minutes / 60, 'hour')
      : format.span(minutes / 1440, 'day');

interface ReminderProps {
  item: CalendarItem & { id: string };
  name: string;
  now: number;
}

/** Rings while a reminder of the event is set; a press offers how long before. Times too near are not offered. */
export function ReminderButton({ item: { id, at, codes }, name, now }: ReminderProps) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const { data = [] } = useReminders();
  const { mutate: set } = useSetReminder();
  const chosen = data.find(({ event }) => event === id)?.minutes ?? null;
  const [code] = codes;
  const possible = reminderMinutes.filter((minutes) => Date.parse(at) - minutes * minuteMs > now);
  if (code === undefined || (possible.length === 0 && chosen === null)) return null;
  const Icon = chosen === null ? Bell : BellRing;
  const label = t(chosen === null ? 'calendar.remind.ask' : 'calendar.remind.set', { name });
  const choose = (minutes: ReminderMinutes | null) => set({ event: id, code, minutes });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label} className={cx('size-control-small', chosen !== null && 'text-accent')}>
          <Icon aria-hidden />
        </IconButton>
      }
      items={[
        ...possible.map((minutes) => ({
          key: String(minutes),
          label: t('calendar.remind.before', { time: spanOf(minutes, format) }),
          chosen: minutes === chosen,
          onSelect: () => choose(minutes),
        })),
        ...(chosen === null ? [] : [{ key: 'off', label: t('calendar.remind.off'), onSelect: () => choose(null) }]),
      ]}
    />
  );
}
