import { demoInitialBalance } from '@assay/contract/vocabulary/limits.ts';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useBoard, useSession } from '../shared/client/session.ts';
import { useFormat } from '../shared/words/format.ts';
import { Button } from '../ui/button.tsx';
import { Brand } from './logo-mark.tsx';

const bars = [
  [22, 150, 34, 12, 10],
  [56, 132, 30, 10, 12],
  [90, 138, 22, 8, 14],
  [124, 104, 40, 14, 8],
  [158, 110, 24, 10, 10],
  [192, 78, 38, 12, 10],
  [226, 84, 22, 12, 8],
  [260, 46, 44, 10, 12],
  [294, 34, 32, 14, 10],
] as const;

/** Candles that climb, and a receipt that is ticked off. */
function BoardPicture() {
  return (
    <svg aria-hidden viewBox="0 0 340 220" className="my-auto max-h-[34dvh] w-full" fill="none">
      <path d="M0 40h340M0 90h340M0 140h340M0 190h340" stroke="var(--line)" />
      {bars.map(([x, top, height, above, below], index) => (
        <g key={x} stroke="var(--accent)" strokeWidth="1.5" opacity={0.35 + (index / bars.length) * 0.65}>
          <path d={`M${x + 9} ${top - above}V${top}M${x + 9} ${top + height}v${below}`} />
          <rect x={x} y={top} width="18" height={height} rx="3" fill={index % 3 === 2 ? 'none' : 'var(--accent)'} />
        </g>
      ))}
      <rect x="30" y="22" width="128" height="58" rx="10" fill="var(--surface-2)" stroke="var(--line)" />
      <path d="M46 42h52M46 58h36" stroke="var(--text-muted)" strokeWidth="4" strokeLinecap="round" />
      <circle cx="132" cy="51" r="13" fill="var(--accent-soft)" />
      <path d="m126 51 4 4 8-9" stroke="var(--accent)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** What a phone shows first in a browser session, until dismissed. */
export function Board() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const dismiss = useBoard((board) => board.dismiss);
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);

  const leave = (to: string) => {
    dismiss();
    void navigate(to);
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby="board-title"
      onCancel={() => leave('/')}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-surface-0 p-0 text-text"
    >
      <div className="flex min-h-full flex-col gap-s5 px-side pt-[calc(var(--step-6)+env(safe-area-inset-top))] pb-[calc(var(--step-6)+env(safe-area-inset-bottom))]">
        <Brand />
        <BoardPicture />
        <div className="flex flex-col gap-s3">
          <h1
            ref={heading}
            tabIndex={-1}
            id="board-title"
            className="outline-none text-hero font-semibold tracking-[-0.02em] text-balance"
          >
            {t('board.title')}
          </h1>
          <p className="text-muted">{t('board.text', { amount: format.quantity(demoInitialBalance) })}</p>
          <ul className="mt-s2 flex flex-col gap-s3">
            {(['board.point1', 'board.point2', 'board.point3'] as const).map((point) => (
              <li key={point} className="flex items-start gap-s3">
                <Check aria-hidden className="mt-[0.15em] size-icon shrink-0 text-accent" />
                {t(point)}
              </li>
            ))}
          </ul>
        </div>
        <div className="mt-s4 flex flex-col gap-s2">
          <Button look="primary" block onClick={() => leave(useSession.getState().isLogin ? '/' : '/pass/register')}>
            {t('board.continue')}
          </Button>
          <Button look="ghost" block onClick={() => leave('/')}>
            {t('board.skip')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
