import { Download, Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/share/copy-button.tsx';
import { useSession } from '../client/session.ts';
import { type Card, cardFile, cardSize, drawCard } from './draw-card.ts';

interface ShareCardProps {
  card: Omit<Card, 'direction'>;
  /** What the picture is called as a file. */
  file: string;
  /** With the way to copy what it leads to. */
  copies?: boolean;
}

/** A card as a picture: to keep, or to hand to another app where the device can. */
export function ShareCard({ card, file, copies = false }: ShareCardProps) {
  const { t } = useTranslation('share');
  const direction = useSession((session) => session.language) === 'ar' ? 'rtl' : 'ltr';
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = () => {
      if (canvas.current !== null) drawCard(canvas.current, { ...card, direction });
    };
    draw();
    // Once more when the face has arrived in the weights of the card: a canvas does not draw itself anew.
    void Promise.all([500, 600, 700].map((weight) => document.fonts.load(`${weight} 40px 'Inter Variable'`))).then(draw, draw);
  }, [card, direction]);

  const withFile = async (use: (made: File) => Promise<unknown> | void) => {
    if (canvas.current !== null) await use(await cardFile(canvas.current, file));
  };
  const download = () =>
    withFile((made) => {
      const url = URL.createObjectURL(made);
      const anchor = document.createElement('a');
      anchor.href = url;
      anchor.download = made.name;
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    });
  const share = () =>
    withFile((made) => {
      const files = { files: [made] };
      const data = { title: card.title, text: card.text, url: card.link, ...(navigator.canShare(files) ? files : {}) };
      // Closing the device's sheet is a cancellation, not a failure.
      return navigator.share(data).catch(() => undefined);
    });
  return (
    <div className="flex flex-col items-center gap-s4">
      <canvas
        ref={canvas}
        role="img"
        aria-label={[t('label'), card.title, card.figure].filter(Boolean).join(', ')}
        width={cardSize.width}
        height={cardSize.height}
        className="h-auto w-full max-w-[max(3rem,240px)] rounded-large border border-line"
      />
      <div className="flex w-full flex-wrap justify-center gap-s3 *:flex-auto">
        <Button onClick={() => void download()}>
          <Download aria-hidden className="size-[1.1em] shrink-0" />
          {t('download')}
        </Button>
        {copies ? <CopyButton size="normal" text={card.link} label={t('copy')} copied={t('copied')} /> : null}
        {'share' in navigator ? (
          <Button look="primary" onClick={() => void share()}>
            <Share2 aria-hidden className="size-[1.1em] shrink-0" />
            {t('send')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
