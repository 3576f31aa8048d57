"""Finds, in a graph, the pairs whose weights come to most: Edmonds' blossoms, with whole numbers.

Weights may be as long as they like, so that a list of wishes in order of their importance is one
number. Vertices count from 1, blossoms above them; 0 is nobody. The time grows with the third power
of the number of vertices.
"""

from collections.abc import Mapping
from typing import Final

FREE: Final = -1
OUTER: Final = 0
INNER: Final = 1


def heaviest(weights: Mapping[tuple[int, int], int], *, vertices: int) -> dict[int, int]:
    """Who is paired with whom, both ways; who is not in it stays alone.

    >>> heaviest({(0, 1): 5, (1, 2): 6, (2, 3): 5}, vertices=4)
    {0: 1, 1: 0, 2: 3, 3: 2}
    >>> heaviest({(0, 1): 5, (1, 2): 11, (2, 3): 5}, vertices=4)
    {1: 2, 2: 1}
    """
    if not weights:
        return {}
    search = _Search(weights, vertices)
    while search.grow():
        pass
    mates = search.mate[1 : vertices + 1]
    return {one: other - 1 for one, other in enumerate(mates) if other}


class _Search:
    """The duals of all vertices and blossoms, and the forest of one phase."""

    def __init__(self, weights: Mapping[tuple[int, int], int], vertices: int) -> None:
        most = 2 * vertices + 1
        self.vertices = vertices
        self.used = vertices
        """The highest number in use, blossoms that were taken apart included."""
        self.weight = [[0] * most for _ in range(most)]
        self.ends = [[(one, other) for other in range(most)] for one in range(most)]
        """Of each edge, between vertices or blossoms: the two vertices that it joins."""
        for (one, other), weight in weights.items():
            self.weight[one + 1][other + 1] = self.weight[other + 1][one + 1] = 2 * weight
        self.dual = [0] + [max(weights.values())] * vertices + [0] * (most - vertices - 1)
        self.mate = [0] * most
        self.slack = [0] * most
        self.top = [each if each <= vertices else 0 for each in range(most)]
        self.parent = [0] * most
        self.label = [FREE] * most
        self.petals: list[list[int]] = [[] for _ in range(most)]
        self.petal_of = [[0] * (vertices + 1) for _ in range(most)]
        for each in range(1, vertices + 1):
            self.petal_of[each][each] = each
        self.visited = [0] * most
        self.visit = 0
        self.queue: list[int] = []

    def gap(self, one: int, other: int) -> int:
        """How far the edge is from being tight."""
        u, v = self.ends[one][other]
        return self.dual[u] + self.dual[v] - self.weight[u][v]

    def note_slack(self, vertex: int, at: int) -> None:
        known = self.slack[at]
        if not known or self.gap(vertex, at) < self.gap(known, at):
            self.slack[at] = vertex

    def find_slack(self, at: int) -> None:
        self.slack[at] = 0
        for vertex in range(1, self.vertices + 1):
            outside = self.top[vertex]
            if self.weight[vertex][at] > 0 and outside != at and self.label[outside] == OUTER:
                self.note_slack(vertex, at)

    def enqueue(self, what: int) -> None:
        if what <= self.vertices:
            self.queue.append(what)
        else:
            for petal in self.petals[what]:
                self.enqueue(petal)

    def put_under(self, what: int, top: int) -> None:
        self.top[what] = top
        for petal in self.petals[what] if what > self.vertices else ():
            self.put_under(petal, top)

    def even_way(self, blossom: int, petal: int) -> int:
        """The place of a petal in its blossom, which is turned round so that the place is even."""
        petals = self.petals[blossom]
        place = petals.index(petal)
        if place % 2 == 0:
            return place
        petals[1:] = petals[:0:-1]
        return len(petals) - place

    def marry(self, one: int, other: int) -> None:
        self.mate[one] = self.ends[one][other][1]
        if one <= self.vertices:
            return
        entry = self.petal_of[one][self.ends[one][other][0]]
        place = self.even_way(one, entry)
        petals = self.petals[one]
        for each in range(place):
            self.marry(petals[each], petals[each ^ 1])
        self.marry(entry, other)
        petals[:] = petals[place:] + petals[:place]

    def augment(self, one: int, other: int) -> None:
        while True:
            following = self.top[self.mate[one]]
            self.marry(one, other)
            if not following:
                return
            above = self.top[self.parent[following]]
            self.marry(following, above)
            one, other = above, following

    def meeting(self, one: int, other: int) -> int:
        """Where the ways of two to their roots meet, 0 if they have different roots."""
        self.visit += 1
        while one or other:
            if one:
                if self.visited[one] == self.visit:
                    return one
                self.visited[one] = self.visit
                one = self.top[self.mate[one]]
                if one:
                    one = self.top[self.parent[one]]
            one, other = other, one
        return 0

    def way_up(self, start: int, end: int) -> list[int]:
        found = []
        while start != end:
            mate = self.top[self.mate[start]]
            found += [start, mate]
            self.enqueue(mate)
            start = self.top[self.parent[mate]]
        return found

    def fold(self, one: int, *, meeting: int, other: int) -> None:
        """Make a blossom of the circle that an edge between two outer ones closes."""
        blossom = self.vertices + 1
        while blossom <= self.used and self.top[blossom]:
            blossom += 1
        self.used = max(self.used, blossom)
        self.dual[blossom] = 0
        self.label[blossom] = OUTER
        self.mate[blossom] = self.mate[meeting]
        there = self.way_up(one, meeting)
        petals = [meeting, *reversed(there), *self.way_up(other, meeting)]
        self.petals[blossom] = petals
        self.put_under(blossom, blossom)
        for each in range(1, self.used + 1):
            self.weight[blossom][each] = self.weight[each][blossom] = 0
        self.petal_of[blossom] = [0] * (self.vertices + 1)
        for petal in petals:
            self.take_edges(blossom, petal)
        self.find_slack(blossom)

    def take_edges(self, blossom: int, petal: int) -> None:
        for each in range(1, self.used + 1):
            if self.weight[petal][each] == 0:
                continue
            known = self.weight[blossom][each]
            if known == 0 or self.gap(petal, each) < self.gap(blossom, each):
                self.weight[blossom][each] = self.weight[each][blossom] = self.weight[petal][each]
                self.ends[blossom][each] = self.ends[petal][each]
                self.ends[each][blossom] = self.ends[each][petal]
        for vertex in range(1, self.vertices + 1):
            if self.petal_of[petal][vertex]:
                self.petal_of[blossom][vertex] = petal

    def unfold(self, blossom: int) -> None:
        for petal in self.petals[blossom]:
            self.put_under(petal, petal)
        entry = self.petal_of[blossom][self.ends[blossom][self.top[self.parent[blossom]]][0]]
        place = self.even_way(blossom, entry)
        petals = self.petals[blossom]
        for each in range(0, place, 2):
            inner, outer = petals[each], petals[each + 1]
            self.parent[inner] = self.ends[outer][inner][0]
            self.label[inner], self.label[outer] = INNER, OUTER
            self.slack[inner] = 0
            self.find_slack(outer)
            self.enqueue(outer)
        self.label[entry] = INNER
        self.parent[entry] = self.parent[blossom]
        for petal in petals[place + 1 :]:
            self.label[petal] = FREE
            self.find_slack(petal)
        self.top[blossom] = 0

    def follow(self, edge: tuple[int, int]) -> bool:
        """Use a tight edge; whether it completes a way from one that is alone to another."""
        one, other = self.top[edge[0]], self.top[edge[1]]
        if self.label[other] == FREE:
            self.parent[other] = edge[0]
            self.label[other] = INNER
            mate = self.top[self.mate[other]]
            self.slack[other] = self.slack[mate] = 0
            self.label[mate] = OUTER
            self.enqueue(mate)
        elif self.label[other] == OUTER:
            meeting = self.meeting(one, other)
            if not meeting:
                self.augment(one, other)
                self.augment(other, one)
                return True
            self.fold(one, meeting=meeting, other=other)
        return False

    def grow(self) -> bool:
        """One phase; whether it has found one more pair."""
        for each in range(1, self.used + 1):
            self.label[each], self.slack[each] = FREE, 0
        self.queue = []
        for each in range(1, self.used + 1):
            if self.top[each] == each and not self.mate[each]:
                self.parent[each], self.label[each] = 0, OUTER
                self.enqueue(each)
        while self.queue:
            if self.explore():
                return True
            # Moving the duals may only take blossoms apart, several times before a way opens.
            while True:
                if not self.move_duals(self.step()):
                    return False
                self.queue = []
                if self.use_slack():
                    return True
                for blossom in self.blossoms():
                    if self.label[blossom] == INNER and self.dual[blossom] == 0:
                        self.unfold(blossom)
                if self.queue:
                    break
        return False

    def explore(self) -> bool:
        place = 0
        while place < len(self.queue):
            vertex = self.queue[place]
            place += 1
            if self.label[self.top[vertex]] == INNER:
                continue
            dual, row = self.dual[vertex], self.weight[vertex]
            for other in range(1, self.vertices + 1):
                if row[other] > 0 and self.top[vertex] != self.top[other]:
                    if dual + self.dual[other] == row[other]:
                        if self.follow((vertex, other)):
                            return True
                    else:
                        self.note_slack(vertex, self.top[other])
        return False

    def blossoms(self) -> list[int]:
        above = range(self.vertices + 1, self.used + 1)
        return [each for each in above if self.top[each] == each]

    def step(self) -> int:
        """How far the duals can move before something happens."""
        steps = [self.dual[b] // 2 for b in self.blossoms() if self.label[b] == INNER]
        for each in range(1, self.used + 1):
            if self.top[each] == each and self.slack[each]:
                if self.label[each] == FREE:
                    steps.append(self.gap(self.slack[each], each))
                elif self.label[each] == OUTER:
                    steps.append(self.gap(self.slack[each], each) // 2)
        outer = [
            self.dual[v] for v in range(1, self.vertices + 1) if self.label[self.top[v]] == OUTER
        ]
        return min([*steps, *outer])

    def move_duals(self, step: int) -> bool:
        """Whether pairing one more can still gain anything."""
        for vertex in range(1, self.vertices + 1):
            label = self.label[self.top[vertex]]
            if label == OUTER:
                if self.dual[vertex] <= step:
                    return False
                self.dual[vertex] -= step
            elif label == INNER:
                self.dual[vertex] += step
        for blossom in self.blossoms():
            if self.label[blossom] == OUTER:
                self.dual[blossom] += 2 * step
            elif self.label[blossom] == INNER:
                self.dual[blossom] -= 2 * step
        return True

    def use_slack(self) -> bool:
        """Follow the edges that have become tight; whether one completes a way."""
        for each in range(1, self.used + 1):
            known = self.slack[each]
            is_outside = self.top[each] == each and known and self.top[known] != each
            if is_outside and self.gap(known, each) == 0 and self.follow(self.ends[known][each]):
                return True
        return False
