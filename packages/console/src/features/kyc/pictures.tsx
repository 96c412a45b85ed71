import { type IdentityImage, identityImages } from '@assay/contract/vocabulary/kyc.ts';
import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { Check, Columns2 } from 'lucide-react';
import { useState } from 'react';
import { CaseImage } from '../../shared/desk/case-image.tsx';
import { useKey } from '../../shared/desk/queue-mode.ts';
import { useWords } from '../../shared/words/words.ts';
import { Panel } from '../../ui/panel.tsx';
import { Amiss, type Marking } from './amiss.tsx';

/** So high that a name and a number can be read without opening the picture. */
const imagePx = 440;

interface PicturesProps extends Marking {
  readonly looked: ReadonlySet<IdentityImage>;
  /** Called when a picture is shown. */
  readonly look: (field: IdentityImage) => void;
}

/** One picture as large as it can be beside what was filled in, or two of them side by side; each is fetched when it is looked at. */
export function Pictures({ item, findings, mark, looked, look }: PicturesProps) {
  const say = useWords();
  const there = identityImages.filter((field) => item.images[field] !== null);
  const [chosen, setChosen] = useState<IdentityImage>(there[0] ?? 'front');
  const [two, setTwo] = useState(false);
  const place = there.indexOf(chosen);
  const shown = two ? [...there, ...there].slice(place, place + Math.min(2, there.length)) : there.slice(place, place + 1);
  const following = there[(place + 1) % there.length] ?? chosen;
  useKey('p', () => setChosen(following));
  return (
    <Panel
      title={say('kyc.images')}
      actions={
        <>
          <ToggleButtonGroup
            exclusive
            value={chosen}
            aria-label={say('kyc.show')}
            onChange={(_, field: IdentityImage | null) => setChosen(field ?? chosen)}
          >
            {there.map((field) => {
              const name = say(`kyc.fields.${field}`);
              const seen = looked.has(field);
              return (
                <ToggleButton key={field} value={field} aria-label={seen ? say('kyc.lookedAt', { name }) : name}>
                  {name}
                  {seen && <Check size={14} aria-hidden />}
                </ToggleButton>
              );
            })}
          </ToggleButtonGroup>
          <ToggleButton value="two" selected={two} aria-label={say('kyc.two')} onChange={() => setTwo(!two)}>
            <Columns2 size={15} aria-hidden />
          </ToggleButton>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: `repeat(${Math.max(1, shown.length)}, minmax(0, 1fr))` }}>
        {shown.map((field) => (
          <Picture key={field} {...{ item, findings, mark, field }} look={look} />
        ))}
      </Box>
      {identityImages
        .filter((field) => item.images[field] === null)
        .map((field) => (
          <Typography key={field} color="textSecondary" sx={{ mt: 1 }}>
            {say(`kyc.fields.${field}`)}: {say('kyc.noImage')}
          </Typography>
        ))}
    </Panel>
  );
}

function Picture({ item, field, findings, mark, look }: Marking & Pick<PicturesProps, 'look'> & { field: IdentityImage }) {
  const say = useWords();
  const image = item.images[field];
  if (image === null) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1, alignContent: 'start', minWidth: 0 }}>
      <CaseImage
        id={image}
        caseNo={item.caseNo}
        name={say(`kyc.fields.${field}`)}
        height={imagePx}
        onShown={() => look(field)}
      />
      <Amiss field={field} findings={findings} mark={mark} />
    </Box>
  );
}
