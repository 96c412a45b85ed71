import { Confirm, type ConfirmProps } from '../../../ui/confirm.tsx';
import { BookStrip, MoneyMark } from './money-mark.tsx';

/** Asks before money moves, and shows on which account: as a strip above the figures, and at the edge of the button. */
export function MoneyConfirm(asked: ConfirmProps) {
  return (
    <Confirm {...asked} shown={<MoneyMark>{asked.confirm}</MoneyMark>} strip={<BookStrip className="-mx-s5 -mt-s2 mb-s4" />} />
  );
}
