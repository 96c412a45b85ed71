import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Region } from '../../ui/error-boundary.tsx';
import { InstrumentList } from './instrument-list.tsx';

/** Leads to another instrument where the list of them has no place beside the chart. */
export function Switcher({ code, className }: { code: string; className?: string }) {
  const { t } = useTranslation('currency');
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('switcher.open')} onClick={() => setOpen(true)} className={cx('size-control-small', className)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <Dialog open={open} onOpenChange={setOpen} title={t('switcher.label')}>
        <div className="-mx-s5 -my-s5 h-[60dvh]">
          <Region>
            <InstrumentList current={code} onChosen={() => setOpen(false)} />
          </Region>
        </div>
      </Dialog>
    </>
  );
}
