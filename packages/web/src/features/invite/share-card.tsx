import { Download, Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../shared/client/session.ts';
import { Button } from '../../ui/button.tsx';
import { cardFile, cardSize, drawCard } from './draw-card.ts';

interface ShareCardProps {
  code: string;
  link: string;
}

/** The invitation as a picture: to keep, or to hand to another app where the device can. */
export function ShareCard({ code, link }: ShareCardProps) {
  const { t } = useTranslation('invite');
  const direction = useSession((session) => session.language) === 'ar' ? 'rtl' : 'ltr';
  const canvas = useRef<HTMLCanvasElement>(null);
  const title = t('card.title');
  const text = t('card.text');
  const codeLabel = t('code');
  useEffect(() => {
    const draw = () => {
      if (canvas.current !== null) drawCard(canvas.current, { title, text, codeLabel, code, link, direction });
    };
    draw();
    // Once more when the face has arrived: a canvas does not draw itself anew.
    void document.fonts.ready.then(draw);
  }, [title, text, codeLabel, code, link, direction]);

  const withFile = async (use: (file: File) => Promise<unknown> | void) => {
    if (canvas.current !== null) await use(await cardFile(canvas.current));
  };
  const download = () =>
    withFile((file) => {
      const url = URL.createObjectURL(file);
      const anchor = document.createElement('a');
      anchor.href = url;
      anchor.download = file.name;
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    });
  const share = () =>
    withFile((file) => {
      const files = { files: [file] };
      const data = { title, text, url: link, ...(navigator.canShare(files) ? files : {}) };
      // Whoever closes the device's sheet has changed his mind; that is no failure.
      return navigator.share(data).catch(() => undefined);
    });
  return (
    <div className="flex flex-col items-center gap-s4">
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('card.label')}
        width={cardSize.width}
        height={cardSize.height}
        className="h-auto w-full max-w-[max(3rem,240px)] rounded-large border border-line"
      />
      <div className="flex w-full flex-wrap gap-s3 *:flex-1">
        <Button onClick={() => void download()}>
          <Download aria-hidden className="size-[1.1em] shrink-0" />
          {t('card.download')}
        </Button>
        {'share' in navigator ? (
          <Button look="primary" onClick={() => void share()}>
            <Share2 aria-hidden className="size-[1.1em] shrink-0" />
            {t('card.share')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
